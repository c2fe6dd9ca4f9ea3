import { randomUUID } from "node:crypto";
import { status } from "@grpc/grpc-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type System, start } from "#services/app/main";
import { operate } from "#services/ops/operate";
import { readConfig } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";
import { type EventStoreDb, startEventStoreDb } from "../eventstoredb/server.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { signIn } from "../support/sign-in.ts";

vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase<unknown>;
let server: EventStoreDb;
let systems: System[];
beforeEach(async () => {
  database = await testDatabase();
  server = await startEventStoreDb();
  systems = [];
});
afterEach(async () => {
  for (const system of systems) await system.close();
  await server.close();
  await database.close();
});

const env = (url = server.url) => ({
  NODE_ENV: "test",
  PORT: "0",
  DATABASE_URL: database.url,
  SECRET_KEY: "a".repeat(40),
  EVENT_STORE: "eventstoredb",
  EVENTSTORE_URL: url,
});

async function started(): Promise<System> {
  const system = await start(readConfig(env(), ["--no-demo"]), { log: createLogger("silent") });
  systems.push(system);
  return system;
}

async function ended(system: System): Promise<void> {
  systems = systems.filter((each) => each !== system);
  await system.close();
}

async function ops(...args: string[]) {
  let text = "";
  const out = { write: (part: string) => (text += part) };
  const around = { env: env(), out, err: { write: () => {} }, signal: new AbortController().signal };
  const code = await operate([...args, "--json"], around);
  return {
    code,
    lines: text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

async function healthOf(system: System) {
  const response = await fetch(`${system.url.origin}/health/ready`);
  return { status: response.status, body: await response.json() };
}

async function ask(
  system: System,
  token: string,
  method: string,
  path: string,
  form?: Record<string, string>,
) {
  const body = form && new FormData();
  for (const [name, value] of Object.entries(form ?? {})) body?.append(name, value);
  const headers = { authorization: `Bearer ${token}`, "idempotency-key": randomUUID() };
  const init = body ? { method, headers, body } : { method, headers };
  const response = await fetch(`${system.url.origin}/api/v1/${path}`, init);
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, retryAfter, body: await response.json() };
}

const team = {
  teamName: "이사반",
  teamExplain: "옮겨요",
  topic: "코딩테스트",
  memberLimit: "5",
  password: "4821",
};

async function author(system: System) {
  const { accessToken } = await signIn(system.url.origin, "writer");
  await ask(system, accessToken, "POST", "members", { memberName: "글쓴이", memberExplain: "매일" });
  const created = await ask(system, accessToken, "POST", "teams", team);
  const teamId = String(created.body.data.teamId);
  const post = (at: System, articleTitle: string, articleBody = "<p>글</p>") =>
    ask(at, accessToken, "POST", "articles", { teamId, articleTitle, articleBody });
  const titles = async (at: System) =>
    [
      ...JSON.stringify((await ask(at, accessToken, "GET", `articles/${teamId}/my-page`)).body).matchAll(
        /글 \d/g,
      ),
    ].map(([title]) => title);
  return { accessToken, teamId, post, titles };
}

it("fills the read models of a first start on an empty server", async () => {
  const first = await started();
  const { post, titles } = await author(first);
  expect((await post(first, "글 1")).status).toBe(201);
  expect(await titles(first)).toEqual(["글 1"]);
  const moved = await database.pool.query("SELECT DISTINCT checkpoint FROM read_model_checkpoints");
  expect(moved.rows.map(({ checkpoint }) => Number(checkpoint.split("/")[0]))).not.toContain(0);
  expect((await post(first, "글 2")).status).toBe(201);
  expect((await titles(first)).sort()).toEqual(["글 1", "글 2"]);
});

it("refuses writes to a log that ends before the read models, with the reason, until it is accepted", async () => {
  const before = await started();
  const { post, titles } = await author(before);
  expect((await post(before, "글 1")).status).toBe(201);
  const kept = server.log.records.length;
  expect((await post(before, "글 2")).status).toBe(201);
  await ended(before);
  server.log.truncate(kept);

  const system = await started();
  expect(await healthOf(system)).toMatchObject({
    status: 503,
    body: {
      status: "unready",
      reason: "log-behind",
      sentence: expect.stringContaining("--accept-shorter-log"),
    },
  });
  expect(await post(system, "글 3")).toMatchObject({ status: 503, retryAfter: expect.any(String) });
  expect((await titles(system)).sort()).toEqual(["글 1", "글 2"]);
  expect((await ops("status")).lines).toContainEqual({
    log: { state: "log-behind", message: expect.stringContaining("Bring the right log back") },
  });
  await expect(ops("projections", "rebuild", "--all", "--accept-shorter-log")).rejects.toThrow(
    "stop it first",
  );
  await ended(system);
  // As after an import: the same events at other positions.
  const copied = [...server.log.records];
  server.log.truncate(0);
  server.log.appendSystemEvent();
  for (const record of copied) server.log.append(record.stream, [record], "any");
  expect(await ops("projections", "rebuild", "--all", "--accept-shorter-log")).toMatchObject({
    code: 0,
    lines: [{ accepted: true }],
  });

  const after = await started();
  await vi.waitFor(async () => expect((await healthOf(after)).status).toBe(200));
  expect(await titles(after)).toEqual(["글 1"]);
  expect((await post(after, "글 3")).status).toBe(201);
  expect((await titles(after)).sort()).toEqual(["글 1", "글 3"]);
  await ended(after);
  await expect(ops("projections", "rebuild", "--all", "--accept-shorter-log")).rejects.toThrow(
    "does not end before",
  );
});

it("refuses every write to a log that lacks its subject, once the connection was lost", async () => {
  const first = await started();
  const { accessToken, post, titles } = await author(first);
  const other = await ask(first, accessToken, "POST", "teams", { ...team, teamName: "다른 반" });
  await ended(first);
  const system = await started();
  expect((await post(system, "글 1")).status).toBe(201);
  const subscriptions = () => server.nodes[0]?.calls.subscribe ?? 0;
  const before = subscriptions();
  server.log.truncate(0);
  server.nodes[0]?.cut();
  await vi.waitFor(() => expect(subscriptions()).toBeGreaterThan(before));
  // This process has not read that team yet, which the log lacks.
  const { teamId } = other.body.data;
  for (const articleBody of ["<p>글</p>", `<p>${"가".repeat(30_000)}</p>`])
    expect(
      await ask(system, accessToken, "POST", "articles", { teamId, articleTitle: "글 2", articleBody }),
    ).toMatchObject({ status: 503, retryAfter: expect.any(String) });
  expect(await titles(system)).toEqual(["글 1"]);
});

it("responds 413 in Korean to a text that is too large for the server, and keeps its draft", async () => {
  const system = await started();
  const writer = await author(system);
  server.maxAppendBytes = 1024 * 1024;
  const { teamId, accessToken } = writer;
  const at = `drafts/article-new-${teamId}`;
  const html = `<p>${"가".repeat(270_000)}</p>`;
  const draft = { title: "긴 글", category: null, contact: "", html, revision: null, postId: null, at: 1 };
  const put = await fetch(`${system.url.origin}/api/v1/${at}/${randomUUID()}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    body: JSON.stringify(draft),
  });
  expect(put.status).toBeLessThan(300);
  expect(await writer.post(system, "긴 글", html)).toMatchObject({
    status: 413,
    body: { status: "error", code: 413, message: "요청 크기가 너무 큽니다.", data: null },
  });
  expect((await ask(system, accessToken, "GET", at)).body.data).toMatchObject([{ html }]);
  expect((await writer.post(system, "글 1")).status).toBe(201);
});

it("waits 6 s in total for a slow server, whatever a command requests, then responds 503", async () => {
  const system = await started();
  const { post, titles } = await author(system);
  // Reading takes as long, and so does each attempt to append.
  server.slowMs = 2500;
  server.answersToLose = 5;
  const began = performance.now();
  expect(await post(system, "글 1")).toMatchObject({ status: 503, retryAfter: expect.any(String) });
  expect(performance.now() - began).toBeLessThan(7000);
  Object.assign(server, { slowMs: 0, answersToLose: 0 });
  expect((await post(system, "글 2")).status).toBe(201);
  // The read models may still be reconnecting, and an accepted command waits for them only for a while.
  await vi.waitFor(async () => expect(await titles(system)).toContain("글 2"));
});

it("ends a first login during an outage at the page that says so, and the next one as usual", async () => {
  const { origin } = (await started()).url;
  server.denial = { code: status.UNAVAILABLE, details: "Server is not ready" };
  await expect(signIn(origin, "newcomer")).rejects.toThrow("/login?error=unavailable");
  server.denial = undefined;
  expect((await signIn(origin, "newcomer")).landed).toBe("/enroll");
});

it("ends the start with one sentence about a wrong user or certificate", async () => {
  server.denial = { code: status.UNAUTHENTICATED, details: "Unauthenticated" };
  await expect(started()).rejects.toThrow(
    "The event store refuses the user or the password in EVENTSTORE_URL.",
  );
  await server.close();
  server = await startEventStoreDb({ isSecure: true });
  await expect(started()).rejects.toThrow(/its certificate is not trusted.*tlsCAFile in EVENTSTORE_URL/);
});
