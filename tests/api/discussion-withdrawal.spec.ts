import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import type { Discussion } from "#contracts/discussion/api";
import { readModels } from "#projections/read-models";
import { openStorage } from "#services/app/storage";
import { readConfig } from "#services/platform/config";
import { openDatabase } from "#services/platform/database/database";
import { createLogger } from "#services/platform/logging";
import { emptyDatabase, operateOn, ops, settingsOf } from "#tests/support/ops";
import { ownFolder } from "#tests/support/own-folder";
import { verifyReadModel } from "#tests/support/verify-read-model";
import { findEverywhere } from "./database-search.ts";
import { join, ownSite, type Site, said } from "./site.ts";

/** spec/discussion.md §6: what a withdrawal leaves of a member's comments. */

const [site, leaving, staying] = ownSite("떠난이", "남은이");
const inFolder = ownFolder();
const code = "secret_of_leaving = 1";
const texts = ["사라질 뿌리", "사라질 답글", "사라질 수정", "사라질 이유", "사라질 혼자"];
let own: number;
let other: number;
let root: number;
let reply: number;
/** A thread without replies. */
let alone: number;
let teamId: number;
const headers = { "idempotency-key": crypto.randomUUID() };

beforeAll(async () => {
  teamId = await site.team(staying);
  await join(leaving, teamId);
  const write = async (by: typeof leaving, articleBody: string) => {
    const form = { teamId: String(teamId), articleTitle: "풀이", articleBody };
    return (await by.ask("POST", "/v1/articles", { form })).body.data.articleId as number;
  };
  own = await write(leaving, `<pre>${code}</pre>`);
  other = await write(staying, "<pre>kept = 1</pre>");
  const comment = async (by: typeof leaving, articleId: number, json: object, asked = {}) => {
    const answer = await by.ask("POST", `/v1/articles/${articleId}/comments`, { json, ...asked });
    expect(said(answer)).toBe("201 의견이 성공적으로 등록되었습니다.");
    return answer.body.data.commentId as number;
  };
  const anchor = { articleRevision: 1, codeBlock: 0, fromLine: 1, toLine: 1 };
  await comment(staying, own, { text: "남의 글의 의견", anchor });
  root = await comment(leaving, other, { text: texts[0], anchor }, { headers });
  reply = await comment(staying, other, { text: "남을 답글", threadId: root });
  const edited = await comment(leaving, other, { text: texts[1], threadId: root });
  await leaving.ask("PUT", `/v1/articles/${other}/comments/${edited}`, { json: { text: texts[2] } });
  alone = await comment(leaving, other, { text: texts[4] });
  const removed = await comment(leaving, other, { text: "지울 의견" });
  await comment(staying, other, { text: "이유 아래", threadId: removed });
  await staying.ask("DELETE", `/v1/articles/${other}/comments/${removed}`, { json: { reason: texts[3] } });
  await leaving.ask("PUT", `/v1/articles/${other}/acknowledgement`, { json: { acknowledged: true } });
  await leaving.ask("PUT", `/v1/teams/${teamId}/peeks/${site.today()}`);
  expect(await marks()).toEqual([1, 1]);
  expect((await leaving.ask("DELETE", "/v1/members")).status).toBe(200);
});

/** Numbers of acknowledgements and peeks of the leaving member. */
async function marks(): Promise<number[]> {
  const counts = ["article_marks", "peeks"].map((table) =>
    site.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE member_id = $1`, [leaving.uuid]),
  );
  return (await Promise.all(counts)).map(([row]) => row?.n ?? -1);
}

it("removes acknowledgements and peeks", async () => {
  await expect.poll(marks).toEqual([0, 0]);
});

it("leaves roots with replies of others, without text and name", async () => {
  const read = async (): Promise<Discussion> =>
    (await staying.ask("GET", `/v1/articles/${other}/discussion`)).body.data;
  await expect.poll(async () => (await read()).comments).toBe(2);
  const { threads, acknowledgedBy } = await read();
  expect(acknowledgedBy).toEqual([]);
  expect(threads.map(({ comments }) => comments.map(({ state, text }) => [state, text]))).toEqual([
    [
      ["withdrawn", null],
      ["posted", "남을 답글"],
    ],
    [
      ["deleted-by-manager", null],
      ["posted", "이유 아래"],
    ],
  ]);
  expect(threads[0]).toMatchObject({ threadId: root, quote: ["kept = 1"] });
  expect(threads[0]?.comments[0]).toMatchObject({
    author: { uuid: null, memberName: "탈퇴한 회원", imageUrl: "/images/default/member.png" },
    isAuthor: false,
    canDelete: false,
    reason: null,
  });
  expect(threads[0]?.comments[1]).toMatchObject({ commentId: reply, canDelete: true });
});

it("removes the member's articles with their comments", async () => {
  for (const method of ["GET", "POST"] as const) {
    const path = method === "GET" ? "discussion" : "comments";
    const json = method === "GET" ? {} : { json: { text: "늦은 의견" } };
    expect(said(await staying.ask(method, `/v1/articles/${own}/${path}`, json))).toBe(
      "404 존재 하지 않는 게시글 입니다.",
    );
  }
  expect(await site.query("SELECT FROM discussion WHERE article_id = $1", [own])).toEqual([]);
});

it("ends the threads without replies, and replies to roots with some", async () => {
  const missing = "404 의견이 존재하지 않습니다.";
  const replyTo = (threadId: number) =>
    staying.ask("POST", `/v1/articles/${other}/comments`, { json: { text: "늦은 답글", threadId } });
  expect(said(await replyTo(alone))).toBe(missing);
  for (const commentId of [alone, root]) {
    const path = `/v1/articles/${other}/comments/${commentId}`;
    expect(said(await staying.ask("PUT", path, { json: { text: "수정" } }))).toBe(missing);
    expect(said(await staying.ask("DELETE", path))).toBe(missing);
    expect(said(await staying.ask("DELETE", path, { json: { reason: "이유" } }))).toBe(missing);
  }
  const answer = await replyTo(root);
  expect(answer.status).toBe(201);
  await staying.ask("DELETE", `/v1/articles/${other}/comments/${answer.body.data.commentId}`);
});

it("leaves nothing of them in any answer", async () => {
  const readers = [
    ...[
      `articles/${teamId}/by-date?date=${site.today()}`,
      `articles/${other}`,
      `articles/${other}/discussion`,
    ],
    ...[`articles/${teamId}/my-page`, `teams/${teamId}/search-feed`, "members/search-texts"],
    ...["members/today", "notifications"],
  ];
  for (const reader of readers) {
    const { status, body } = await staying.ask("GET", `/v1/${reader}`);
    expect([reader, status]).toEqual([reader, 200]);
    for (const secret of [...texts, code]) expect(JSON.stringify(body)).not.toContain(secret);
  }
});

it("leaves no comment, reason or quoted line in the database, in the log or in what reads it", async () => {
  expect(await findEverywhere(site, [...texts, code])).toEqual([]);
  await expectNothingReadable(site.databaseUrl, site.logSettings);
});

it("leaves none in a replay of the log", async () => {
  const { database } = (
    await operated("replay", "--until", new Date(Date.now() + 86_400_000).toISOString(), "--keep")
  ).at(-1);
  onTestFinished(async () => {
    await site.query(`DROP DATABASE ${new URL(database).pathname.slice(1)} WITH (FORCE)`);
  });
  const { pool, close } = openDatabase(database);
  const query: Site["query"] = async (text, values) => (await pool.query(text, values)).rows;
  const rows = await query("SELECT FROM discussion");
  const found = await findEverywhere({ query, storedEvents: async () => [] }, [...texts, code]);
  await close();
  expect([rows.length, found]).toEqual([(await site.query("SELECT FROM discussion")).length, []]);
  await expectNothingReadable(database);
});

it("leaves none in an export with the members' keys, nor in a system that imports it", async () => {
  const file = inFolder("events.gz");
  const keys = inFolder("keys.gz");
  await operated("events", "export", file, "--keys", keys);
  for (const each of [file, keys]) {
    const written = gunzipSync(await readFile(each)).toString();
    for (const secret of [...texts, code]) expect(written).not.toContain(secret);
  }
  const target = await emptyDatabase();
  expect((await ops(target.url, "events", "import", file, "--keys", keys)).code).toBe(0);
  await expectNothingReadable(target.url);
});

/** The documents that an operator's command prints. */
async function operated(...words: string[]) {
  let text = "";
  const out = { write: (part: string) => (text += part) };
  expect(await operateOn(site.databaseUrl, [...words, "--json"], { env: site.logSettings, out })).toBe(0);
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Expects that neither the log nor a read model of a system contains what the member wrote, while others' texts are readable. */
async function expectNothingReadable(databaseUrl: string, logSettings: NodeJS.ProcessEnv = {}) {
  const config = readConfig({ ...settingsOf(databaseUrl), ...logSettings }, []);
  const storage = await openStorage(config, createLogger("silent"));
  try {
    const { store, database } = storage;
    const { events } = await store.readAll(store.start, 1000);
    const log = JSON.stringify(events);
    for (const secret of [...texts, code]) expect(log).not.toContain(secret);
    expect(log).toContain("남을 답글");
    const ofOwn = events.find(({ type, data }) => type === "CommentPosted" && data["articleId"] === own);
    expect(ofOwn?.data).toMatchObject({ text: "남의 글의 의견", quote: null });
    for (const projection of readModels) {
      const found = await verifyReadModel({ store, pool: database.pool, projection });
      expect([found.name, found.differing]).toEqual([projection.name, 0]);
    }
  } finally {
    await storage.close();
  }
}
