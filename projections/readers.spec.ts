import type { Kysely } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DomainEvent, eventCatalogue } from "#contracts/events";
import { decryptsTexts } from "#services/platform/privacy/decrypted-texts";
import { encryptPersonal, sealedParts, subjectsOf } from "#services/platform/privacy/recorded-data";
import { left } from "#tests/examples/memberships";
import { bamtol, dotori, hodu, janmul, stranger } from "#tests/examples/people";
import { completed, posted, signedUp, subjectPosted, withdrawn } from "#tests/examples/posts";
import { recruitmentPosted } from "#tests/examples/recruitments";
import { created, joined } from "#tests/examples/teams";
import type { TestDatabase } from "#tests/support/database";
import { memoryKeyRing } from "#tests/support/memory-key-ring";
import { readModelDatabase } from "#tests/support/read-model-database";
import { recorded } from "#tests/support/recorded";
import { readArticleInDay } from "./article-in-day.ts";
import { type Articles, type ArticleText, type ListedArticle, readArticle } from "./article-view.ts";
import type { ReadModels } from "./database.ts";
import { readMemberState, readOwnProfile } from "./member-card.ts";
import { readMyArticles } from "./my-articles.ts";
import { tableOf } from "./projection.ts";
import { foldEvents, writeSteps } from "./projector/apply.ts";
import { prepareReadModels } from "./projector/schema.ts";
import { readRecruitmentFacts } from "./public-pages.ts";
import { readModels } from "./read-models.ts";
import { readRecruitments } from "./recruitment-board.ts";
import { readRecruitment } from "./recruitment-detail.ts";
import { readWholeRoleHistory } from "./role-history.ts";
import { readArticlesByDate } from "./team-articles.ts";
import { readSubject } from "./team-calendar.ts";
import { searchTeams } from "./team-directory.ts";
import { readWriters } from "./team-writers.ts";

const team = (teamId: number, name: string, over = {}): DomainEvent =>
  ({ type: "TeamCreated", data: { ...created.data, teamId, name, creatorId: hodu, ...over } }) as DomainEvent;
const longArticle = `<p>${"가".repeat(40_000)}</p>`;
const longBody = `<p>${"가".repeat(3000)}</p>`;
/** Events in log order. */
const story: DomainEvent[] = [
  signedUp(),
  completed(),
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
  team(13, "반달 100%"),
  team(14, "Java_모임"),
  subjectPosted({ authorId: janmul }),
  posted({ authorId: bamtol }),
  posted({ articleId: 302 }),
  left(true, janmul),
  withdrawn(janmul),
  // Decided before the withdrawal and recorded after it: the writer's key is destroyed.
  posted({ articleId: 308, authorId: janmul, title: null, body: null }),
  team(15, "헤어진 반"),
  { type: "TeamDeleted", data: { teamId: 15 } },
  posted({ articleId: 309, teamId: 15, authorId: hodu }),
  posted({ articleId: 310, teamId: 13, authorId: hodu, body: longArticle }),
  subjectPosted({ subjectId: 80, teamId: 15 }),
  recruitmentPosted({ body: longBody }),
  recruitmentPosted({ recruitmentId: 6 }),
];

const keys = memoryKeyRing();

/** The sealed part as the event store passes it to read models. */
function sealedOf({ type, data }: DomainEvent, key: Uint8Array | undefined) {
  const { stream, meta } = recorded(posted());
  const where = { type, stream, commandId: meta.commandId };
  if (!key) return {};
  const known = new Map(subjectsOf(eventCatalogue[type], data).map((member) => [member, key]));
  const [sealed] = sealedParts(encryptPersonal(eventCatalogue[type], data, known, where), known, where);
  return sealed ? { sealed } : {};
}

let database: TestDatabase<ReadModels>;
let db: Kysely<ReadModels>;
let articles: Articles;
beforeAll(async () => {
  database = await readModelDatabase();
  db = database.kysely;
  articles = { db, decryptTexts: decryptsTexts<ArticleText>(keys), now: () => new Date() };
  await keys.createAll([dotori, bamtol, hodu]);
  const known = await keys.of([dotori, bamtol, hodu]);
  const events = story.map((event, index) => ({
    ...recorded(event, index + 1),
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

// tests/api covers complete views with their pages and orders.

it("members are absent, signed up, complete or withdrawn; only complete ones have a profile", async () => {
  const members = ["00000000-0000-4000-8000-000000000000", stranger, dotori, janmul];
  const states = await Promise.all(members.map((member) => readMemberState(db, member)));
  expect(states).toEqual(["absent", "signed-up", "complete", "withdrawn"]);
  const profiles = await Promise.all(members.map((member) => readOwnProfile(db, member)));
  expect(profiles.map((profile) => profile?.memberName)).toEqual([undefined, undefined, "도토리", undefined]);
});

const found = async (keyword: string, over = {}) => {
  const { content, page } = await searchTeams(db, {
    keyword,
    sort: "recent",
    page: 0,
    size: 6,
    members: 50,
    ...over,
  });
  return { ids: content.map(({ teamId }) => teamId), page };
};

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
])("the search for teams finds %s in names, as it is, in any case and normal form", async (keyword, ids) => {
  expect(await found(keyword)).toMatchObject({ ids, page: { totalElements: ids.length } });
});

it("the list of teams accepts only the known orders, and returns its length even beyond the last page", async () => {
  expect((await found("", { sort: "name" })).ids).toEqual([13, 12, 14]);
  expect((await found("", { sort: "members" })).ids).toEqual([12, 14, 13]);
  expect((await found("", { sort: "constructor" })).ids).toEqual([14, 13, 12]);
  expect(await found("", { size: 2, page: 7 })).toEqual({
    ids: [],
    page: { size: 2, number: 7, totalElements: 3, totalPages: 2 },
  });
});

const day = { teamId: 12, date: "2025-09-03", page: 0, size: 6 };
const idsOf = (articles: readonly ListedArticle[]) =>
  articles.map((one) => (typeof one === "function" ? "later" : one.articleId));

it("articles of a writer whose key has just been destroyed are left out until they are deleted", async () => {
  const own = memoryKeyRing();
  const decryptTexts = decryptsTexts<ArticleText>(own);
  expect(idsOf((await readArticlesByDate(articles, { ...day, memberId: hodu })).content)).toEqual([302, 301]);
  expect(
    (await readArticlesByDate({ ...articles, decryptTexts }, { ...day, memberId: hodu })).content,
  ).toEqual([]);
  expect(
    await readArticle({ ...articles, decryptTexts }, { articleId: 301, memberId: bamtol }),
  ).toBeUndefined();
});

it("lists read long articles only when they are sent, with the rights of the reader", async () => {
  const params = { ...day, teamId: 13 };
  const lists = [
    await readArticlesByDate(articles, { ...params, memberId: hodu }),
    await readMyArticles(articles, { ...params, memberId: hodu }),
    await readArticlesByDate(articles, { ...params, memberId: null }),
  ];
  const content = lists.flatMap((list) => list.content);
  expect(idsOf(content)).toEqual(["later", "later", "later"]);
  const read = await Promise.all(content.map((one) => (typeof one === "function" ? one() : one)));
  expect(read.map((one) => one?.articleBody)).toEqual([longArticle, longArticle, null]);
});

it("rows recorded after the end of their team or writer are not shown", async () => {
  const gone = { ...day, teamId: 15, memberId: hodu };
  for (const list of [await readArticlesByDate(articles, gone), await readMyArticles(articles, gone)])
    expect([list.content, list.page.totalElements]).toEqual([[], 0]);
  expect(await readSubject(db, { teamId: 15, date: day.date })).toBeNull();
  expect(await readArticleInDay(articles, { articleId: 309, memberId: hodu })).toBeUndefined();
  expect(await readWriters(db, { teamId: 15, from: day.date, to: day.date, members: 6 })).toEqual([]);
  const { content, page } = await readArticlesByDate(articles, { ...day, memberId: null });
  expect([idsOf(content), page.totalElements]).toEqual([[302, 301], 2]);
});

it("problems and the role history keep their entries without the name of a withdrawn member", async () => {
  expect(await readSubject(db, { teamId: 12, date: day.date })).toMatchObject({
    authorName: "탈퇴한 회원",
    authorImageUrl: "/images/default/member.png",
  });
  const history = await readWholeRoleHistory(db, 12);
  expect(history.map(({ action, target }) => [action, target.memberName])).toEqual([
    ["CREATED", "도토리"],
    ["JOINED", "밤톨"],
    ["JOINED", "호두"],
    ["JOINED", "탈퇴한 회원"],
    ["WITHDRAWN", "탈퇴한 회원"],
  ]);
});

it.each([5, 50])(
  "lists of %d show a long body shortened, its own page shows all of it and a preview its first words",
  async (size) => {
    const { content } = await readRecruitments(db, { status: "all", page: 0, size });
    expect(content.map((each) => [each.teamRecruitBody, each.bodyIsShortened])).toEqual([
      ["<p>함께 풀어요</p>", false],
      [`<p>${"가".repeat((8192 - 10) / 3)}…</p>`, true],
    ]);
    const page = await readRecruitment(db, { recruitmentId: 5, memberId: null });
    expect(page?.teamRecruitBody).toBe(longBody);
    expect(page).not.toHaveProperty("bodyIsShortened");
    expect((await readRecruitmentFacts(db, 5))?.text).toBe("가".repeat(120));
  },
);
