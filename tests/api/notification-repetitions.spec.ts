import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { announce, countOf, inboxOf, notificationSettler, postSubject } from "./inboxes.ts";
import { changeRole, join, ownSiteWith, type Person, said } from "./site.ts";
import { differencesIn } from "./verify-read-models.ts";

// A window is ten minutes long: each test stays below the limit unless it is about it.
const [site, dotori, bamtol] = ownSiteWith(
  () => ({ NOTIFICATIONS_PER_TEN_MINUTES: "100" }),
  "도토리",
  "밤톨",
);
let settled: () => Promise<void>;
beforeAll(async () => {
  settled = await notificationSettler(site);
});

const tooMany = "429 요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.";
/** A team of a new manager with this many other members. */
async function newTeam(size: number) {
  const manager = await site.person("방장");
  const teamId = await site.team(manager, { memberLimit: "50" });
  const members = await site.people(size, (n) => `팀원 ${n}`);
  for (const member of members) await join(member, teamId);
  await settled();
  await Promise.all(members.map(readAll));
  return { manager, teamId, members, member: members[0] as Person };
}
const readAll = async (person: Person) =>
  person.ask("POST", "/v1/notifications/read-all", { json: { upTo: (await countOf(person)).latest } });
const storedFor = async ({ uuid }: Person) =>
  (await site.storedEvents())
    .filter(({ stream, type }) => stream === `inbox-${uuid}` && type.startsWith("Notification"))
    .map(({ type }) => type)
    .sort();
const shown = async (person: Person) =>
  (await inboxOf(person)).content.map(({ text, count, link, note }) => ({ text, count, link, note }));

describe("further events of a member who is named already", () => {
  it("append nothing to the inboxes, and are counted with the newest day", async () => {
    const { manager, teamId, member } = await newTeam(1);
    const days = ["2025-12-11", "2025-12-12", "2025-12-13"];
    for (const day of days) expect((await postSubject(manager, teamId, day)).status).toBe(201);
    await settled();
    const name = "아침반";
    const row = {
      text: `내 팀 ${name}에 문제 3개가 올라왔어요.`,
      count: 3,
      link: `/team-dashboard/${teamId}?date=2025-12-13&show=subject`,
      note: null,
    };
    expect(await shown(member)).toEqual([row]);
    expect(await storedFor(member)).toEqual(["NotificationRaised"]);
    expect(await countOf(member)).toEqual({ unread: 1, latest: 1 });
    // Once it is read, the next event is a new notification, and the read one keeps its count.
    await readAll(member);
    await postSubject(manager, teamId, "2025-12-14");
    await settled();
    const next = {
      text: `내 팀 ${name}에 12월 14일 문제가 올라왔어요.`,
      count: 1,
      link: `/team-dashboard/${teamId}?date=2025-12-14&show=subject`,
      note: null,
    };
    expect(await shown(member)).toEqual([next, row]);
    expect(await differencesIn(site.databaseUrl, undefined, site.logSettings)).toEqual([]);
  });

  it("are counted beside those of others, and the newest of all is named first", async () => {
    const { manager, teamId, member } = await newTeam(1);
    await join(bamtol, teamId);
    await changeRole("promote", manager, teamId, bamtol);
    await settled();
    await readAll(member);
    for (const by of [manager, bamtol, manager, bamtol, manager])
      await announce(by, teamId, `소식 ${randomUUID().slice(0, 8)}`);
    await settled();
    expect(await storedFor(member)).toEqual([
      ...["NotificationCollapsed", "NotificationRaised", "NotificationRaised"],
    ]);
    const [first] = (await inboxOf(member)).content;
    expect([first?.count, first?.actors.map(({ memberName }) => memberName)]).toEqual([5, ["방장", "밤톨"]]);
  });

  it("are counted as new members where a member joins and leaves again", async () => {
    const { teamId, member } = await newTeam(1);
    for (let n = 0; n < 4; n += 1) {
      await join(dotori, teamId);
      await dotori.ask("DELETE", `/v1/teams/${teamId}/members/me`);
    }
    await settled();
    expect(await storedFor(member)).toEqual(["NotificationRaised"]);
    expect(await shown(member)).toMatchObject([
      { text: "도토리님이 내 팀 아침반의 새 팀원이 되었어요.", count: 4 },
    ]);
  });
});

const write = async (by: Person, teamId: number) => {
  const form = { teamId: String(teamId), articleTitle: "풀이", articleBody: "<p>글</p>" };
  return by.ask("POST", "/v1/articles", { form });
};
const askForReviews = async (manager: Person, teamId: number) => {
  const json = { reviewPartner: true, solveFirst: false };
  expect((await manager.ask("PUT", `/v1/teams/${teamId}/discussion-options`, { json })).status).toBe(200);
};
/** Waits until reviewers have been chosen for this many articles, and told. */
const reviewed = async (teamId: number, articles: number) => {
  await vi.waitFor(async () => {
    const rows = await site.query("SELECT FROM reviews WHERE team_id = $1", [teamId]);
    expect(rows).toHaveLength(articles);
  });
  await settled();
};

describe("further comments and requests of a member who is named already", () => {
  /** First and last of a team's members, with an article of the first one and functions that comment it. */
  async function discussed(size: number) {
    const { manager, teamId, members } = await newTeam(size);
    const author = members[0] as Person;
    const other = members.at(-1) as Person;
    const articleId: number = (await write(author, teamId)).body.data.articleId;
    const link = (threadId: number) =>
      `/team-dashboard/${teamId}?date=${site.today()}&article=${articleId}&thread=${threadId}`;
    const comment = async (by: Person, text: string, threadId?: number): Promise<number> => {
      const json = { text, ...(threadId && { threadId }) };
      const { status, body } = await by.ask("POST", `/v1/articles/${articleId}/comments`, { json });
      expect(status).toBe(201);
      return body.data.commentId;
    };
    const edit = (by: Person, commentId: number, text: string) =>
      by.ask("PUT", `/v1/articles/${articleId}/comments/${commentId}`, { json: { text } });
    return { manager, author, other, link, comment, edit };
  }

  it("COMMENT appends nothing, and leads to the newest thread", async () => {
    const { manager, author, link, comment } = await discussed(1);
    await comment(manager, "하나");
    await comment(manager, "둘");
    const last = await comment(manager, "셋");
    await settled();
    const row = { text: "방장님이 내 글에 의견을 남겼어요.", count: 3, link: link(last), note: null };
    expect(await shown(author)).toEqual([row]);
    expect(await storedFor(author)).toEqual(["NotificationRaised"]);
    await readAll(author);
    const next = await comment(manager, "넷");
    await settled();
    expect(await shown(author)).toEqual([{ ...row, count: 1, link: link(next) }, row]);
    expect(await differencesIn(site.databaseUrl, undefined, site.logSettings)).toEqual([]);
  });

  it("REPLY appends nothing within its thread", async () => {
    const { manager, other, link, comment } = await discussed(2);
    const threads = [await comment(other, "하나"), await comment(other, "둘")];
    for (const threadId of [...threads, ...threads, ...threads]) await comment(manager, "답글", threadId);
    await settled();
    const text = "방장님이 내가 참여한 의견에 답글을 남겼어요.";
    const rows = threads.map((threadId) => ({ text, count: 3, link: link(threadId), note: null }));
    expect(await shown(other)).toEqual(rows.reverse());
    expect(await storedFor(other)).toEqual(["NotificationRaised", "NotificationRaised"]);
    expect(await differencesIn(site.databaseUrl, undefined, site.logSettings)).toEqual([]);
  });

  it("MENTION is one for each comment, and none for its further versions", async () => {
    const { manager, other, link, comment, edit } = await discussed(2);
    const text = `@{${other.uuid}} 봐 주세요`;
    const threads = [await comment(manager, text), await comment(manager, text)];
    for (const threadId of threads) expect((await edit(manager, threadId, `${text}!`)).status).toBe(200);
    await settled();
    const rows = threads.map((threadId) => ({
      text: "방장님이 의견에서 나를 언급했어요.",
      count: 1,
      link: link(threadId),
      note: null,
    }));
    expect(await shown(other)).toEqual(rows.reverse());
    expect(await storedFor(other)).toEqual(["NotificationRaised", "NotificationRaised"]);
  });

  it("REVIEW_ASKED is one for each article", async () => {
    const { manager, teamId, member } = await newTeam(1);
    await askForReviews(manager, teamId);
    for (let n = 0; n < 2; n += 1) expect((await write(manager, teamId)).status).toBe(201);
    await reviewed(teamId, 2);
    const row = { text: "방장님의 글에 내 리뷰가 필요해요.", count: 1, note: null };
    expect(await shown(member)).toMatchObject([row, row]);
    expect(await storedFor(member)).toEqual(["NotificationRaised", "NotificationRaised"]);
  });
});

describe("what a member causes in the inboxes of others", () => {
  it("is limited for requests for reviews: to 40 of a writer and day, and as articles", async () => {
    const { manager, teamId, member } = await newTeam(1);
    await askForReviews(manager, teamId);
    let accepted = 0;
    let answer = await write(manager, teamId);
    for (; answer.status === 201 && accepted < 300; accepted += 1) answer = await write(manager, teamId);
    expect(said(answer)).toBe(tooMany);
    expect(accepted).toBeGreaterThanOrEqual(100);
    await reviewed(teamId, accepted);
    await join(dotori, teamId);
    await settled();
    const kinds = (await inboxOf(member)).content.map(({ kind }) => kind);
    expect(kinds[0]).toBe("NEW_MEMBER");
    expect((await countOf(member)).unread).toBe(41);
  });

  it("is limited; repeated calls do not count, and a kick and deleting the team are not refused", async () => {
    const { manager, teamId, member, members } = await newTeam(12);
    const headers = { "idempotency-key": randomUUID() };
    const repeated = () =>
      manager.ask("PATCH", `/v1/teams/${teamId}/announcement`, {
        json: { teamAnnouncement: "공지" },
        headers,
      });
    for (let n = 0; n < 30; n += 1) expect((await repeated()).status).toBe(200);
    let accepted = 1;
    let answer = await announce(manager, teamId, "공지 1");
    for (; answer.status === 200 && accepted < 30; accepted += 1)
      answer = await announce(manager, teamId, `공지 ${accepted + 1}`);
    expect(said(answer)).toBe(tooMany);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    // 100 notifications are 9 events for 12 members; another window may begin meanwhile.
    expect(accepted).toBeGreaterThanOrEqual(9);
    expect(said(await postSubject(manager, teamId))).toBe(tooMany);
    expect((await repeated()).status).toBe(200);
    expect(said(await announce(manager, teamId, ""))).toBe(tooMany);
    await settled();
    expect(await storedFor(member)).toHaveLength((await countOf(member)).latest);
    expect((await changeRole("kick", manager, teamId, members[1] as Person)).status).toBe(200);
    expect((await manager.ask("DELETE", `/v1/teams/${teamId}`)).status).toBe(200);
    await vi.waitFor(async () =>
      expect((await inboxOf(member)).content[0]).toMatchObject({ kind: "TEAM_DELETED" }),
    );
  });
});

describe("changes of a role", () => {
  it("are shown as one notification with the newest change and its reason", async () => {
    const { manager, teamId, member } = await newTeam(1);
    await changeRole("promote", manager, teamId, member, "함께 해요");
    await changeRole("demote", manager, teamId, member, "다시 쉬어요");
    await settled();
    expect(await storedFor(member)).toEqual(["NotificationRaised"]);
    expect(await shown(member)).toMatchObject([
      { text: "방장님이 나를 아침반의 일반 회원으로 변경했어요.", count: 2, note: "다시 쉬어요" },
    ]);
    expect(await differencesIn(site.databaseUrl, undefined, site.logSettings)).toEqual([]);
  });

  it("are refused after ten of a member in a team and an hour, but no kick, nor those of another", async () => {
    const { manager, teamId, members } = await newTeam(2);
    const [target, other] = members as [Person, Person];
    let answer = await changeRole("promote", manager, teamId, target);
    let accepted = 0;
    for (; answer.status === 200 && accepted < 21; accepted += 1)
      answer = await changeRole(accepted % 2 === 0 ? "demote" : "promote", manager, teamId, target);
    expect(said(answer)).toBe(tooMany);
    expect(accepted).toBeGreaterThanOrEqual(10);
    // What the rules refuse is not counted, and refused as such.
    expect((await changeRole("demote", manager, teamId, other)).status).not.toBe(429);
    expect((await changeRole("promote", manager, teamId, other)).status).toBe(200);
    expect((await changeRole("kick", manager, teamId, target)).status).toBe(200);
  });
});
