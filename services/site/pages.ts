import { cutTo } from "#contracts/limits";
import type { Head } from "./head.ts";

/** Facts of a public page for previews; undefined if there is none. */
export interface PageFacts {
  readonly title: string;
  /** A team's description, or the beginning of a recruitment's body; plain text. */
  readonly text: string;
  readonly picture: string | null;
}

/** Reads the unchanging facts of public pages. */
export interface PublicPages {
  readonly team: (teamId: number) => Promise<PageFacts | undefined>;
  readonly recruitment: (recruitmentId: number) => Promise<PageFacts | undefined>;
  /** The team to which a token invites; undefined for an invalid one. */
  readonly invitation: (token: string) => Promise<PageFacts | undefined>;
}

const siteName = "알고모임";
const descriptionLength = 120;
const general = "코딩 테스트를 함께 준비하는 사람들. 팀을 찾고, 매일 한 문제씩 풀고, 서로의 풀이를 나눠요.";

/** Pages that are the same for all, by path (titles as in the client: web/src/lib/titles.ts). */
const fixed: Readonly<Record<string, { title: string; name: string; description: string }>> = {
  "/": { title: siteName, name: "알고모임: 함께 준비하는 코딩 테스트", description: general },
  "/about": { title: "소개 | 알고모임", name: "알고모임: 함께 준비하는 코딩 테스트", description: general },
  "/team-list": {
    title: "활동 중인 팀 | 알고모임",
    name: "활동 중인 팀 | 알고모임",
    description: "지금 알고모임에서 매일 함께 문제를 풀고 있는 팀들을 둘러보세요.",
  },
  "/team-recruit/list": {
    title: "팀 모집 | 알고모임",
    name: "팀 모집 | 알고모임",
    description: "함께 공부할 팀원을 찾는 글을 읽고, 나에게 맞는 팀에 신청해 보세요.",
  },
};

const id = (text: string | undefined): number | undefined => {
  const number = Number(text);
  return text !== undefined && /^\d{1,15}$/.test(text) && number > 0 ? number : undefined;
};

const beginningOf = (text: string) => cutTo(text.replace(/\s+/g, " ").trim(), descriptionLength);

/** The token in the address of an invitation. */
const invitedToken = (path: string): string | undefined => /^\/invite\/([^/]+)\/?$/.exec(path)?.[1];

/** Names team and picture only (spec/daily-use.md §5). */
function invitedHead(facts: PageFacts | undefined, origin: string): Head {
  const title = `초대 | ${siteName}`;
  const name = facts ? `${facts.title} | ${title}` : title;
  const picture = facts?.picture
    ? { url: new URL(facts.picture, origin).href, isWide: false }
    : { url: `${origin}/preview.png`, isWide: true };
  return { title: name, name, description: general, canonical: null, picture };
}

/** The head of any address. `origin` is the public origin; unknown pages and members' pages get the general one. */
export async function headOf(path: string, origin: string, pages: PublicPages): Promise<Head> {
  const wide = { url: `${origin}/preview.png`, isWide: true };
  const page = fixed[path];
  if (page) return { ...page, canonical: origin + path, picture: wide };

  const token = invitedToken(path);
  if (token !== undefined) return invitedHead(await pages.invitation(token), origin);
  const [, kind, text] = /^\/(team-dashboard|team-recruit\/detail)\/([^/]+)\/?$/.exec(path) ?? [];
  const number = id(text);
  const isTeam = kind === "team-dashboard";
  const facts =
    kind === undefined || number === undefined
      ? undefined
      : await (isTeam ? pages.team(number) : pages.recruitment(number));
  if (!facts)
    return { title: siteName, name: siteName, description: general, canonical: null, picture: wide };

  const of = isTeam ? "팀 페이지" : "팀 모집글 상세";
  return {
    title: `${facts.title} | ${of} | ${siteName}`,
    name: facts.title,
    description: beginningOf(facts.text) || general,
    canonical: `${origin}/${kind}/${number}`,
    picture: facts.picture === null ? wide : { url: new URL(facts.picture, origin).href, isWide: false },
  };
}
