import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { articleView } from "#contracts/article/api";
import { pageOf } from "#contracts/endpoint";
import { type DomainEvent, eventCatalogue } from "#contracts/events";
import { memberInfoView, profileView } from "#contracts/member/api";
import { roleHistoryEntryView } from "#contracts/membership/api";
import { subjectView } from "#contracts/subject/api";
import { teamAdminView, teamPageView, teamView } from "#contracts/team/api";
import { opensTexts } from "#services/platform/privacy/opened-texts";
import { conceal, sealedPart } from "#services/platform/privacy/recorded-data";
import { coManagerAdded, left } from "#tests/examples/memberships";
import { bamtol, dotori, hodu, janmul, stranger } from "#tests/examples/people";
import { completed, posted, signedUp, subjectPosted, withdrawn } from "#tests/examples/posts";
import { created, joined } from "#tests/examples/teams";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { memoryKeyRing } from "#tests/support/memory-key-ring";
import { recorded } from "#tests/support/recorded";
import type { Articles, ArticleText } from "./article-view.ts";
import type { ReadModels } from "./database.ts";
import { readMemberInfo, readMemberState, readOwnProfile } from "./member-card.ts";
import { readMyArticles } from "./my-articles.ts";
import { readMyTeams } from "./my-teams.ts";
import { tableOf } from "./projection.ts";
import { foldEvents, writeSteps } from "./projector/apply.ts";
import { prepareReadModels, readModelsMigrations } from "./projector/schema.ts";
import { readModels } from "./read-models.ts";
import { readRoleHistory, readWholeRoleHistory } from "./role-history.ts";
import { readArticle, readArticlesByDate } from "./team-articles.ts";
import { readSubject, readSubjectPlace } from "./team-calendar.ts";
import { readCombined, searchTeams } from "./team-directory.ts";
import { isManager, isMember, readTeamMembers } from "./team-members.ts";
import { isTeam, readTeamAdmin, readTeamPage } from "./team-page.ts";

const team = (teamId: number, name: string, over = {}): DomainEvent =>
  ({ type: "TeamCreated", data: { ...created.data, teamId, name, creatorId: hodu, ...over } }) as DomainEvent;
const join = (teamId: number, memberId: string): DomainEvent => ({
  type: "MemberJoined",
  data: { teamId, memberId },
});

/** In log order; the n-th happens n minutes after half past noon UTC. */
const story: DomainEvent[] = [
  signedUp(),
  completed(dotori, "도토리", "/images/a1/a1f0.jpg"),
  signedUp(bamtol),
  completed(bamtol, "밤톨"),
  signedUp(hodu),
  completed(hodu, "호두"),
  signedUp(janmul),
  completed(janmul, "잔물"),
  signedUp(stranger),
  created,
  joined(bamtol),
  joined(hodu),
  joined(janmul),
  coManagerAdded,
  team(13, "반달 100%"),
  team(14, "Java_모임"),
  join(14, bamtol),
  join(14, dotori),
  subjectPosted(),
  subjectPosted({ articleId: 78, date: "2025-08-31" }),
  subjectPosted({ articleId: 79, date: "2025-09-30", category: "스터디", authorId: janmul }),
  ...[301, 302, 303, 304].map((articleId) =>
    posted({ articleId, authorId: bamtol, imageUrl: "/images/7c/7cf1.jpg" }),
  ),
  posted({ articleId: 305 }),
  posted({ articleId: 306, date: "2025-09-04" }),
  posted({ articleId: 307, teamId: 14 }),
  left(true, janmul),
  withdrawn(janmul),
  // Decided before, recorded behind: what the writer's key had sealed is gone.
  posted({ articleId: 308, authorId: janmul, title: null, body: null }),
  team(15, "헤어진 반"),
  { type: "TeamDeleted", data: { teamId: 15 } },
  posted({ articleId: 309, teamId: 15, authorId: hodu }),
  subjectPosted({ articleId: 80, teamId: 15 }),
];

const keys = memoryKeyRing();

/** As the event store hands it to read models. */
function sealedOf({ type, data }: DomainEvent, key: Uint8Array | undefined) {
  const { stream, meta } = recorded(posted());
  const where = { type, stream, commandId: meta.commandId };
  const sealed = key && sealedPart(conceal(eventCatalogue[type], data, key, where), key, where);
  return sealed ? { sealed } : {};
}

let database: TestDatabase<ReadModels>;
let db: Kysely<ReadModels>;
let articles: Articles;
beforeAll(async () => {
  database = await testDatabase<ReadModels>({ migrations: readModelsMigrations });
  db = database.kysely;
  articles = { db, openTexts: opensTexts<ArticleText>(keys) };
  await keys.createAll([dotori, bamtol, hodu]);
  const known = await keys.of([dotori, bamtol, hodu]);
  const events = story.map((event, index) => ({
    ...recorded(event, index + 1),
    occurredAt: new Date(Date.UTC(2025, 8, 3, 12, 30 + index)).toISOString(),
    ...(event.type === "ArticlePosted" && sealedOf(event, known.get(event.data.authorId))),
  }));
  await prepareReadModels(database.pool, readModels, "0.0.0");
  const client = await database.pool.connect();
  for (const projection of readModels) {
    const { steps, poison } = foldEvents(projection, events, "0.0.0", "1.700.99");
    expect(poison).toBeUndefined();
    await writeSteps(client, tableOf(projection.name), projection, steps);
  }
  client.release();
});
afterAll(() => database.close());

const person = (uuid: string, memberName: string, imageUrl = "/images/default/member.png") => ({
  uuid,
  memberName,
  memberExplain: "그래프 공부 중",
  imageUrl,
});
const dotoriCard = person(dotori, "도토리", "/images/a1/a1f0.jpg");
const morning = {
  teamId: 12,
  teamName: "아침반",
  teamExplain: "7시에 시작해요",
  imageUrl: "/images/default/team.png",
  topic: "코딩테스트",
  memberLimit: 10,
  memberCount: 3,
  teamAnnouncement: "",
  teamRecruitId: null,
  createdAt: "2025-09-03",
  members: [dotoriCard, person(bamtol, "밤톨"), person(hodu, "호두")],
};
const firstPage = { page: 0, size: 6 };
const idsOf = (teams: { teamId: number }[]) => teams.map(({ teamId }) => teamId);

describe("members", () => {
  it("are absent, signed up, complete or withdrawn", async () => {
    expect(await readMemberState(db, dotori)).toBe("complete");
    expect(await readMemberState(db, stranger)).toBe("signed-up");
    expect(await readMemberState(db, janmul)).toBe("withdrawn");
    expect(await readMemberState(db, "00000000-0000-4000-8000-000000000000")).toBe("absent");
  });

  it("see their profile, which others do not have", async () => {
    const profile = await readOwnProfile(db, dotori);
    expect(profileView.parse(profile)).toEqual(dotoriCard);
    expect(await readOwnProfile(db, stranger)).toBeUndefined();
    expect(await readOwnProfile(db, janmul)).toBeUndefined();
  });

  it("see their teams, latest joined first", async () => {
    const info = await readMemberInfo(db, bamtol);
    expect(memberInfoView.parse(info)).toEqual({
      memberName: "밤톨",
      memberImageUrl: "/images/default/member.png",
      teamAbstractResponses: [
        { teamId: 14, teamName: "Java_모임", teamImageUrl: "/images/default/team.png" },
        { teamId: 12, teamName: "아침반", teamImageUrl: "/images/default/team.png" },
      ],
    });
    expect(await readMyTeams(db, dotori)).toEqual([
      { teamId: 14, teamName: "Java_모임", teamManager: false, registerDate: "2025-09-03T21:47:00" },
      { teamId: 12, teamName: "아침반", teamManager: true, registerDate: "2025-09-03T21:39:00" },
    ]);
    expect(await readMyTeams(db, stranger)).toEqual([]);
  });
});

describe("the team list", () => {
  it("shows own teams and all teams, newest first", async () => {
    const { myTeams, allTeams } = await readCombined(db, { memberId: dotori, sort: undefined, ...firstPage });
    expect(idsOf(myTeams)).toEqual([14, 12]);
    expect(idsOf(allTeams.content)).toEqual([14, 13, 12]);
    expect(allTeams.page).toEqual({ size: 6, number: 0, totalElements: 3, totalPages: 1 });
    expect(pageOf(teamView).parse(allTeams)).toEqual(allTeams);
    expect(allTeams.content[2]).toEqual(morning);
    expect((await readCombined(db, { memberId: null, sort: "recent", ...firstPage })).myTeams).toEqual([]);
  });

  it.each([
    ["name", [13, 12, 14]],
    ["members", [14, 12, 13]],
    ["constructor", [14, 13, 12]],
  ])("sorts by %s", async (sort, ids) => {
    expect(idsOf((await searchTeams(db, { keyword: " ", sort, ...firstPage })).content)).toEqual(ids);
  });

  it("has pages, and knows their number beyond the last one", async () => {
    const at = { keyword: "", sort: "recent", size: 2 };
    expect(idsOf((await searchTeams(db, { ...at, page: 1 })).content)).toEqual([12]);
    expect(await searchTeams(db, { ...at, page: 7 })).toEqual({
      content: [],
      page: { size: 2, number: 7, totalElements: 3, totalPages: 2 },
    });
  });

  it.each([
    ["반", [13, 12]],
    [" 침반 ", [12]],
    ["JAVA", [14]],
    ["모임".normalize("NFD"), [14]],
    ["%", [13]],
    ["_", [14]],
    ["반%", []],
    ["ㅂ", []],
    ["'; --", []],
  ])("finds %s", async (keyword, ids) => {
    const found = await searchTeams(db, { keyword, sort: "recent", ...firstPage });
    expect(idsOf(found.content)).toEqual(ids);
    expect(found.page.totalElements).toBe(ids.length);
  });
});

describe("a team", () => {
  it("shows its people and the tags of one month", async () => {
    const page = await readTeamPage(db, { teamId: 12, year: 2025, month: 9, memberId: bamtol });
    expect(teamPageView.parse(page)).toEqual({
      myTeamResponse: morning,
      teamManager: true,
      subjectArticleDateAndTagResponses: [
        { subjectDate: "2025-09-03", articleCategory: "코딩 테스트" },
        { subjectDate: "2025-09-30", articleCategory: "스터디" },
      ],
    });
    const seen = (memberId: string | null) =>
      readTeamPage(db, { teamId: 12, year: 2025, month: 8, memberId });
    expect(await seen(hodu)).toMatchObject({ teamManager: false });
    expect(await seen(null)).toMatchObject({ teamManager: false });
    expect(await readTeamPage(db, { teamId: 99, year: 2025, month: 9, memberId: dotori })).toBeUndefined();
    expect([await isTeam(db, 12), await isTeam(db, 99)]).toEqual([true, false]);
  });

  it("opens its entry password for managers", async () => {
    const admin = await readTeamAdmin(db, 12, (sealed) => sealed.replace("sealed-", ""));
    expect(teamAdminView.parse(admin)).toMatchObject({ password: "4821", revision: 1, teamName: "아침반" });
    expect(await readTeamAdmin(db, 99, (sealed) => sealed)).toBeUndefined();
  });

  it("lists its people, managers first", async () => {
    const rows = await readTeamMembers(db, 12);
    expect(rows.map(({ memberName, isTeamManager }) => [memberName, isTeamManager])).toEqual([
      ["도토리", true],
      ["밤톨", true],
      ["호두", false],
    ]);
    expect(rows[0]).toEqual({ ...dotoriCard, registerDate: "2025-09-03", isTeamManager: true });
  });

  it("knows who belongs to it", async () => {
    expect([await isMember(db, 12, hodu), await isManager(db, 12, hodu)]).toEqual([true, false]);
    expect([await isMember(db, 12, bamtol), await isManager(db, 12, bamtol)]).toEqual([true, true]);
    for (const outside of [janmul, stranger, null]) {
      expect([await isMember(db, 12, outside), await isManager(db, 12, outside)]).toEqual([false, false]);
    }
  });
});

describe("articles", () => {
  const day = { teamId: 12, date: "2025-09-03", ...firstPage };

  it("stand newest first, with bodies for the team", async () => {
    const page = await readArticlesByDate(articles, { ...day, memberId: hodu });
    expect(pageOf(articleView).parse(page)).toEqual(page);
    expect(page.content.map(({ articleId }) => articleId)).toEqual([305, 304, 303, 302, 301]);
    expect(page.content[1]).toEqual({
      articleId: 304,
      articleTitle: "정렬 풀이",
      articleBody: "<p>병합</p>",
      createdDate: "2025-09-03 21:54:00",
      imageUrl: "/images/7c/7cf1.jpg",
      memberName: "밤톨",
      memberImage: "/images/default/member.png",
      isAuthor: false,
      revision: 1,
    });
  });

  it("withhold body and picture from visitors and strangers, never from their author", async () => {
    for (const memberId of [null, stranger]) {
      const { content } = await readArticlesByDate(articles, { ...day, memberId });
      expect(content.map(({ articleBody, imageUrl }) => [articleBody, imageUrl])).toEqual(
        content.map(() => [null, null]),
      );
    }
    const own = await readArticle(articles, { articleId: 304, memberId: bamtol });
    expect(own).toMatchObject({ isAuthor: true, articleBody: "<p>병합</p>" });
    await db.deleteFrom("team_members").where("member_id", "=", bamtol).where("team_id", "=", 12).execute();
    const { content } = await readArticlesByDate(articles, { ...day, memberId: bamtol });
    expect(content.map(({ articleBody }) => articleBody !== null)).toEqual([false, true, true, true, true]);
  });

  it("of somebody whose key is destroyed at this moment are left out, until they go", async () => {
    const own = memoryKeyRing();
    const openTexts = opensTexts<ArticleText>(own);
    const { content } = await readArticlesByDate({ db, openTexts }, { ...day, memberId: hodu });
    expect(content).toEqual([]);
    expect(await readArticle({ db, openTexts }, { articleId: 304, memberId: bamtol })).toBeUndefined();
  });

  it("have pages, empty ones for unknown teams and days", async () => {
    const second = await readArticlesByDate(articles, { ...day, memberId: null, page: 1, size: 4 });
    expect(second.content.map(({ articleId }) => articleId)).toEqual([301]);
    expect(second.page).toEqual({ size: 4, number: 1, totalElements: 5, totalPages: 2 });
    const unknown = await readArticlesByDate(articles, { ...day, teamId: 99, memberId: dotori });
    expect(unknown.page.totalPages).toBe(0);
  });

  it("of one's own are those of one team", async () => {
    const mine = await readMyArticles(articles, { teamId: 12, memberId: dotori, ...firstPage });
    expect(mine.content.map(({ articleId, isAuthor }) => [articleId, isAuthor])).toEqual([
      [306, true],
      [305, true],
    ]);
    expect(mine.page.totalElements).toBe(2);
  });

  it("that are recorded behind the end of their team or writer went with them", async () => {
    const gone = { ...day, teamId: 15, memberId: hodu };
    for (const list of [await readArticlesByDate(articles, gone), await readMyArticles(articles, gone)])
      expect([list.content, list.page.totalElements]).toEqual([[], 0]);
    expect(await readSubject(db, { teamId: 15, date: day.date })).toBeNull();
    const { content, page } = await readArticlesByDate(articles, { ...day, memberId: null });
    expect([content.map(({ articleId }) => articleId).includes(308), page.totalElements]).toEqual([false, 5]);
  });
});

describe("problems", () => {
  it("show their body to everybody", async () => {
    const subject = await readSubject(db, { teamId: 12, date: "2025-09-03" });
    expect(subjectView.parse(subject)).toEqual({
      articleId: 77,
      articleCategory: "코딩 테스트",
      articleTitle: "오늘의 두 문제",
      articleBody: "<p>1번</p>",
      createdDate: "2025-09-03 21:48:00",
      imageUrl: null,
      authorName: "도토리",
      authorImageUrl: "/images/a1/a1f0.jpg",
      revision: 1,
    });
    expect(await readSubject(db, { teamId: 12, date: "2025-09-05" })).toBeNull();
  });

  it("outlive the name of their author", async () => {
    expect(await readSubject(db, { teamId: 12, date: "2025-09-30" })).toMatchObject({
      authorName: "탈퇴한 회원",
      authorImageUrl: "/images/default/member.png",
    });
  });

  it("are found by their id", async () => {
    expect(await readSubjectPlace(db, 78)).toEqual({ teamId: 12, date: "2025-08-31" });
    expect(await readSubjectPlace(db, 301)).toBeUndefined();
  });
});

it("the role history stands newest first and keeps those who are gone without their name", async () => {
  const history = await readRoleHistory(db, { teamId: 12, page: 0, size: 20 });
  expect(pageOf(roleHistoryEntryView).parse(history)).toEqual(history);
  expect(history.content.map(({ action, target }) => [action, target.memberName])).toEqual([
    ["WITHDRAWN", "탈퇴한 회원"],
    ["CO_MANAGER_ADDED", "밤톨"],
    ["JOINED", "탈퇴한 회원"],
    ["JOINED", "호두"],
    ["JOINED", "밤톨"],
    ["CREATED", "도토리"],
  ]);
  expect(history.content[1]).toMatchObject({
    occurredAt: "2025-09-03T21:43:00+09:00",
    actor: { uuid: dotori, memberName: "도토리" },
    before: "MEMBER",
    after: "MANAGER",
    reason: "새 학기라 역할을 나눠요",
  });
  expect((await readRoleHistory(db, { teamId: 12, page: 1, size: 5 })).content).toHaveLength(1);
});

it("the role history of one member holds what was done by and to them, and nothing of others", async () => {
  const all = await readWholeRoleHistory(db, 12);
  const of = async (member: string) =>
    (await readRoleHistory(db, { teamId: 12, member, page: 0, size: 50 })).content;
  for (const member of [dotori, bamtol]) {
    const theirs = all.filter(({ actor, target }) => actor?.uuid === member || target.uuid === member);
    expect(theirs.length).toBeGreaterThan(0);
    expect(theirs.length).toBeLessThan(all.length);
    expect(await of(member)).toEqual(theirs.reverse());
  }
  const unknown = await readRoleHistory(db, { teamId: 12, member: stranger, page: 0, size: 20 });
  expect(unknown).toEqual({ content: [], page: { size: 20, number: 0, totalElements: 0, totalPages: 0 } });
});
