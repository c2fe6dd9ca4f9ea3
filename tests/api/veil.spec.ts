import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operateOn } from "#tests/support/ops";
import { ownFolder } from "#tests/support/own-folder";
import { join, type Person, refusal, type Site, said, startSite } from "./site.ts";
import { picture } from "./writing.ts";

/** spec/discussion.md rules 13–15: what each reader of articles and comments shows of a day that a member has not solved. */

const inFolder = ownFolder();
let site: Site;
let manager: Person;
let author: Person;
let teamId: number;
let otherTeam: number;
let day: string;
/** A short article with a picture, and one that lists read by itself. */
const articles: number[] = [];
let pictureUrl: string;
const title = "열린 제목";
const body = "비밀본문";
const comment = "비밀의견";
const quote = "비밀의줄";

beforeAll(async () => {
  site = await startSite({ standsAt: "23:59" });
  site.advance(59_000);
  day = site.today();
  manager = await site.person("방장");
  author = await site.person("글쓴이");
  teamId = await site.team(manager, { memberLimit: "50" });
  otherTeam = await site.team(manager, { memberLimit: "50" });
  await join(author, teamId);
  const json = { reviewPartner: false, solveFirst: true };
  await manager.ask("PUT", `/v1/teams/${teamId}/discussion-options`, { json });
  await problem(teamId);
  const short = `<p>${body}</p><pre>${quote}</pre>`;
  articles.push(await write(author, teamId, title, short, await picture(40)));
  articles.push(await write(author, teamId, title, `<p>${"가".repeat(100_000)}</p>${short}`));
  pictureUrl = (await author.ask("GET", `/v1/articles/${articles[0]}`)).body.data.imageUrl;
  expect(pictureUrl).toMatch(/^\/images\//);
  const anchor = { articleRevision: 1, codeBlock: 0, fromLine: 1, toLine: 1 };
  for (const articleId of articles)
    await author.ask("POST", `/v1/articles/${articleId}/comments`, { json: { text: comment, anchor } });
}, 120_000);
afterAll(() => site.close());

async function problem(of: number) {
  const form = { articleTitle: "문제", articleBody: "<p>문제</p>", articleCategory: "스터디" };
  const path = `/v1/articles/teams/${of}/subjects`;
  const answer = await manager.ask("POST", path, { form: { ...form, selectedDate: day } });
  expect(answer.status).toBe(201);
}

async function write(by: Person, of: number, articleTitle: string, articleBody: string, image?: Blob) {
  const form = { teamId: String(of), articleTitle, articleBody, ...(image && { image }) };
  return (await by.ask("POST", "/v1/articles", { form })).body.data.articleId as number;
}

const peek = (by: Person, date: string) => by.ask("PUT", `/v1/teams/${teamId}/peeks/${date}`);

async function assignTo(reviewer: Person) {
  for (const articleId of articles)
    await site.query(
      `INSERT INTO reviews (article_id, team_id, reviewer_id, date, assigned_at, position)
       VALUES ($1::bigint, $2, $3, $4, now(), $1::text) ON CONFLICT (article_id) DO UPDATE SET reviewer_id = $3`,
      [articleId, teamId, reviewer.uuid, day],
    );
}

const readers = (): readonly string[] => [
  `articles/${teamId}/by-date?date=${day}`,
  ...articles.map((articleId) => `articles/${articleId}`),
  ...articles.map((articleId) => `articles/${articleId}/discussion`),
  `articles/${teamId}/my-page`,
  `teams/${teamId}/search-feed`,
  `teams/${teamId}/search-feed?date=${day}`,
  "members/search-texts",
  "members/today",
  "notifications",
];

/** The readers that show a member what is withheld while a day is veiled, with what they show. */
async function shownTo(person: Person): Promise<string[]> {
  const shown: string[] = [];
  for (const reader of readers()) {
    const text = JSON.stringify((await person.ask("GET", `/v1/${reader}`)).body);
    for (const secret of [body, pictureUrl, comment, quote])
      if (text.includes(secret)) shown.push(`${reader}: ${secret}`);
  }
  return shown;
}

const everything = () => [
  ...[body, pictureUrl, quote].map((secret) => `${readers()[0]}: ${secret}`),
  ...[body, pictureUrl, quote].map((secret) => `articles/${articles[0]}: ${secret}`),
  ...[body, quote].map((secret) => `articles/${articles[1]}: ${secret}`),
  ...articles.flatMap((articleId) =>
    [comment, quote].map((secret) => `articles/${articleId}/discussion: ${secret}`),
  ),
  ...[
    `teams/${teamId}/search-feed`,
    `teams/${teamId}/search-feed?date=${day}`,
    "members/search-texts",
  ].flatMap((reader) => [body, quote].map((secret) => `${reader}: ${secret}`)),
];

async function member(name: string): Promise<Person> {
  const person = await site.person(name);
  for (const each of [teamId, otherTeam]) await join(person, each);
  return person;
}

const facts: readonly (readonly [fact: string, isOpen: boolean, act: (by: Person) => Promise<unknown>])[] = [
  ["membership alone", false, async () => {}],
  ["an article in another team", false, (by) => write(by, otherTeam, "다른 팀", "<p>글</p>")],
  ["a peek of another day", false, (by) => peek(by, "2025-09-03")],
  ["an own article of the day", true, (by) => write(by, teamId, "내 풀이", "<p>글</p>")],
  [
    "an own article of the day that was deleted",
    true,
    async (by) => by.ask("DELETE", `/v1/articles/${await write(by, teamId, "내 풀이", "<p>글</p>")}`),
  ],
  ["a peek of the day", true, (by) => peek(by, day)],
  ["a review of the articles", true, assignTo],
];
/** Whom the day is veiled to. */
const veiled: Person[] = [];

describe("at 23:59:59 of a day with a problem", () => {
  it.each(facts)("%s: open %s, by every reader", async (fact, isOpen, act) => {
    const person = await member(fact.slice(0, 10));
    await act(person);
    if (!isOpen) veiled.push(person);
    expect((await shownTo(person)).sort()).toEqual(isOpen ? everything().sort() : []);
    const listed = await person.ask("GET", `/v1/${readers()[0]}`);
    const found = listed.body.data.content.filter((one: { articleId: number }) =>
      articles.includes(one.articleId),
    );
    expect(found).toHaveLength(2);
    // Everybody sees title, writer and counts.
    for (const one of found)
      expect(one).toMatchObject({
        articleTitle: title,
        memberName: "글쓴이",
        veiled: !isOpen,
        comments: 1,
        acknowledgements: 0,
      });
    const [articleId] = articles;
    const text = { json: { text: "의견" } };
    const posted = await person.ask("POST", `/v1/articles/${articleId}/comments`, text);
    if (isOpen) expect(posted.status).toBe(201);
    else expect(said(posted)).toBe(refusal("article-veiled"));
    if (isOpen)
      await person.ask("DELETE", `/v1/articles/${articleId}/comments/${posted.body.data.commentId}`);
  });

  it("is veiled to a manager, and open to the writer of the article", async () => {
    expect(await shownTo(manager)).toEqual([]);
    veiled.push(manager);
    const own = await shownTo(author);
    expect(own).toEqual(expect.arrayContaining(everything()));
    expect(own).toContain(`articles/${teamId}/my-page: ${body}`);
  });

  it("a refused command with an older revision shows no comment or article", async () => {
    const [articleId] = articles;
    const anchor = { articleRevision: 7, codeBlock: 0, fromLine: 1, toLine: 1 };
    const answer = await manager.ask("POST", `/v1/articles/${articleId}/comments`, {
      json: { text: "의견", anchor },
    });
    expect(said(answer)).toBe(refusal("article-veiled"));
    for (const secret of [body, quote, comment, title])
      expect(JSON.stringify(answer.body)).not.toContain(secret);
  });

  it("an export of the log holds no text, of an article or of a comment", async () => {
    const file = inFolder("events.gz");
    expect(await operateOn(site.databaseUrl, ["events", "export", file], { env: site.logSettings })).toBe(0);
    const exported = gunzipSync(await readFile(file)).toString();
    expect(exported).toContain('"CommentPosted"');
    for (const secret of [title, body, pictureUrl, comment, quote]) expect(exported).not.toContain(secret);
  });

  it("is open in a team that does not solve first, and on a day without a problem", async () => {
    const person = await member("다른팀");
    const later = await site.team(manager, { memberLimit: "50" });
    await join(person, later);
    const articleId = await write(manager, later, title, `<p>${body}</p>`);
    const bodyOf = async () => (await person.ask("GET", `/v1/articles/${articleId}`)).body.data.articleBody;
    const switchTo = (solveFirst: boolean) =>
      manager.ask("PUT", `/v1/teams/${later}/discussion-options`, {
        json: { reviewPartner: false, solveFirst },
      });
    await switchTo(true);
    expect(await bodyOf()).toContain(body);
    await problem(later);
    expect(await bodyOf()).toBeNull();
    await switchTo(false);
    expect(await bodyOf()).toContain(body);
  });
});

describe("at 00:00:00 of the next day", () => {
  it("every reader is open to all members of the team", async () => {
    expect(veiled).toHaveLength(4);
    site.advance(1000);
    expect(site.today()).not.toBe(day);
    for (const person of veiled) expect((await shownTo(person)).sort()).toEqual(everything().sort());
    site.advance(-1000);
    expect(await shownTo(veiled[0] as Person)).toEqual([]);
  });
});
