import { cutTo, lengthOf, limits } from "#contracts/limits";
import { sanitiseBody } from "#services/platform/html/html";
import { rounds, seededRandom } from "../faults/rounds.ts";
import { hostileHtml } from "../support/hostile-html.ts";
import { signIn } from "../support/sign-in.ts";
import { call, type Site } from "./site.ts";

/** An attack that hides the markup after it needs a separate body. */
const swallows = (html: string) =>
  !sanitiseBody(`${html}<p>끝</p>`, { uploaded: false, origin: "https://study.test" }).html.endsWith(
    "<p>끝</p>",
  );

/** All attacks in few bodies, without those that hide the rest. */
const bearable = hostileHtml.filter((html) => !swallows(html));
export const crowds: readonly string[] = Array.from({ length: Math.ceil(bearable.length / 60) }, (_, index) =>
  [`<p>모두 ${index}</p>`, ...bearable.slice(index * 60, index * 60 + 60)].join("\n"),
);

export const { seed, random } = seededRandom();
const drawn = bearable
  .map((html) => ({ html, place: random() }))
  .sort((one, other) => one.place - other.place)
  .map(({ html }) => html);
const perBody = rounds(8, 1);
/** Each attack once, a few per body, shuffled in each run: tests/html tries each alone, as does the long form here. */
export const bodies: readonly string[] = [
  ...Array.from({ length: Math.ceil(drawn.length / perBody) }, (_, index) =>
    drawn.slice(index * perBody, (index + 1) * perBody).join("\n"),
  ),
  ...hostileHtml.filter(swallows),
];

/** Packs as many texts into one as fit, cutting longer ones. */
function packed(texts: readonly string[], max: number): string[] {
  const packs: string[] = [];
  let pack = "";
  for (const text of texts.map((one) => cutTo(one, max))) {
    const more = pack === "" ? text : `${pack} ${text}`;
    if (lengthOf(more) > max) packs.push(pack);
    pack = lengthOf(more) > max ? text : more;
  }
  return [...packs, pack];
}

const contacts = packed(hostileHtml, limits.recruitContact);
const applications = packed(hostileHtml, limits.application);
const names = [...new Set(hostileHtml.map((html) => cutTo(html, limits.memberName).trim()))];
const attack = (index: number) => hostileHtml[index % hostileHtml.length] ?? "";
const numbered = (index: number) => cutTo(`${index} ${attack(index)}`, limits.postTitle);
export const marked = (index: number) => `<p>본문 ${index}번</p>${bodies[index % bodies.length]}`;

async function several<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>) {
  const left = [...items.entries()];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

export interface Posts {
  readonly teamId: number;
  readonly day: string;
  /** Ids of the recruitments by the number in their titles. */
  readonly recruitments: readonly number[];
  /** Number of articles of the team. */
  readonly articles: number;
  /** The recruitments that contain all attacks together in their bodies. */
  readonly crowded: readonly number[];
}

interface Writers {
  readonly author: string;
  readonly applicant: string;
  readonly member: string;
}

/** Posts every attack through the API in every text of every kind, up to its maximum length. */
export async function postAttacks(site: Site, { author, applicant, member }: Writers): Promise<Posts> {
  const send = <T>(
    token: string,
    method: string,
    path: string,
    fields: Record<string, string>,
    json = false,
  ) => call<T>(site, token, method, path, fields, json);

  const teams = names.slice(0, 45).map((teamName, index) => ({
    teamName,
    teamExplain: numbered(index * 12),
    topic: "코딩테스트",
    memberLimit: "50",
    password: "4821",
  }));
  let teamId = 0;
  await several(teams, async (team, index) => {
    const made = await send<{ teamId: number }>(author, "POST", "teams", team);
    const teamAnnouncement = numbered(index * 12 + 6);
    await send(author, "PATCH", `teams/${made.teamId}/announcement`, { teamAnnouncement }, true);
    if (index === 0) teamId = made.teamId;
  });
  await send(member, "POST", `teams/${teamId}/join`, { password: "4821" }, true);

  const recruitments: number[] = [];
  const postRecruitment = async (title: string, teamRecruitBody: string, chatUrl: string) => {
    const { teamRecruitId } = await send<{ teamRecruitId: number }>(author, "POST", "recruitments", {
      teamRecruitTitle: title,
      teamRecruitBody,
      chatUrl,
    });
    return teamRecruitId;
  };
  await several(contacts, async (contact, index) => {
    const id = await postRecruitment(numbered(index), marked(index), contact);
    recruitments[index] = id;
    const teamApplyBody = applications[index % applications.length] ?? "";
    await send(applicant, "POST", "apply", { recruitmentId: String(id), teamApplyBody }, true);
  });
  const crowded: number[] = [];
  for (const crowd of crowds) crowded.push(await postRecruitment("모든 공격", crowd, contacts[0] ?? ""));
  const recruitmentId = String(crowded[0]);

  await several(names.slice(45, 85), async (memberName, index) => {
    const { accessToken } = await signIn(site.origin, `xss-${index}`);
    const memberExplain = numbered(index * 3);
    await send(accessToken, "POST", "members", { memberName, memberExplain });
    await send(accessToken, "POST", `teams/${teamId}/join`, { password: "4821" }, true);
    await send(accessToken, "POST", "apply", { recruitmentId, teamApplyBody: attack(index) }, true);
  });

  // The attacks that no recruitment contains.
  const rest = Array.from({ length: Math.max(20, bodies.length - contacts.length) });
  await several(rest, async (_, index) => {
    await send(member, "POST", "articles", {
      teamId: String(teamId),
      articleTitle: numbered(contacts.length + index),
      articleBody: marked(contacts.length + index),
    });
  });
  const day = site.today();
  await send(author, "POST", `articles/teams/${teamId}/subjects`, {
    articleTitle: numbered(7),
    articleBody: crowds.join("\n"),
    articleCategory: "코딩 테스트",
    selectedDate: day,
  });
  return { teamId, day, recruitments, articles: rest.length, crowded };
}
