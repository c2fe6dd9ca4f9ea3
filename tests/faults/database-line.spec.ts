import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/database";
import { openPage } from "#tests/live-page";
import { freePort, type ServerProcess, startServerProcess } from "#tests/server-process";
import { signIn } from "#tests/sign-in";
import { type TcpProxy, tcpProxy } from "./tcp-proxy.ts";

let database: TestDatabase<unknown>;
let line: TcpProxy;
let server: ServerProcess;
let token: string;
let teamId: number;

const until = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 90_000, interval: 50 }) as Promise<T>;

beforeAll(async () => {
  database = await testDatabase({ migrations: [] });
  const url = new URL(database.url);
  line = await tcpProxy({ host: url.hostname, port: Number(url.port) });
  url.hostname = "127.0.0.1";
  url.port = String(line.port);
  server = await startServerProcess({ port: await freePort(), databaseUrl: url.href, fromSources: true });
  token = (await signIn(server.origin, "dotori")).accessToken;
  await ask("POST", "members", { memberName: "도토리", memberExplain: "소개" });
  const team = { teamName: "아침반", topic: "스터디", memberLimit: "10", password: "4821" };
  ({ teamId } = (await ask("POST", "teams", team)).data as { teamId: number });
});
afterAll(async () => {
  await server.stop("SIGKILL");
  await line.close();
  await database.close();
});

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly data: unknown;
}

async function ask(
  method: string,
  path: string,
  fields?: Record<string, string>,
  key: string = randomUUID(),
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.append(name, value);
  const response = await fetch(`${server.origin}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "idempotency-key": key },
    ...(fields && { body: form }),
    // Far above what the server allows itself: a call that hangs is a fault.
    signal: AbortSignal.timeout(60_000),
  });
  const { data } = (await response.json()) as { data: unknown };
  return { status: response.status, retryAfter: response.headers.get("retry-after"), data };
}

const post = (title: string, key: string) =>
  ask("POST", "articles", { teamId: String(teamId), articleTitle: title, articleBody: "<p>글</p>" }, key);

/** Posts with one key until the server has taken it, as a browser does. */
const postUntilTaken = (title: string, key: string = randomUUID()) =>
  until(async () => expect((await post(title, key)).status).toBe(201));

const titles = async () => {
  const { rows } = await database.pool.query<{ title: string }>(
    "SELECT title FROM team_articles ORDER BY title",
  );
  return rows.map(({ title }) => title);
};
const written: string[] = [];

async function expectWhole(): Promise<void> {
  await until(async () => expect(await titles()).toEqual([...written].sort()));
}

for (const kind of ["refused", "silent"] as const) {
  it(`answers 503 while the line to the database is ${kind}, and goes on by itself afterwards`, async () => {
    const page = openPage(`${server.origin.replace("http", "ws")}/live`);
    page.watch(`team-articles/${teamId}`);
    await until(() => expect(page.state()).toBe("open"));
    line.set(kind);
    const key = randomUUID();
    const [command, query] = await Promise.all([
      post(`글 ${kind}`, key),
      ask("GET", `teams/${teamId}/team-page?date=2026-11-21`),
    ]);
    for (const { status, retryAfter } of [command, query]) {
      expect(status).toBe(503);
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    expect((await fetch(`${server.origin}/health/live`)).status).toBe(200);
    expect((await fetch(`${server.origin}/health/ready`)).status).toBe(503);

    line.set("through");
    await postUntilTaken(`글 ${kind}`, key);
    written.push(`글 ${kind}`);
    await expectWhole();
    await until(async () => expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200));
    await until(() => expect(page.heard).toContain(`team-articles/${teamId}`));
  }, 180_000);
}

it("loses and doubles nothing while its connections are reset in the middle of what they do", async () => {
  const all = Array.from({ length: 120 }, (_, index) => `잘린 글 ${String(index).padStart(3, "0")}`);
  const waiting = [...all];
  let taken = 0;
  const writers = Array.from({ length: 8 }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await postUntilTaken(next);
      taken += 1;
    }
  });
  let cuts = 0;
  const cutting = (async () => {
    for (; cuts < 12 && taken < all.length; cuts += 1) {
      // A few commands further on each time, wherever they are in their transactions.
      const next = taken + 5;
      await until(() => expect(taken).toBeGreaterThanOrEqual(Math.min(next, all.length)));
      line.cut();
    }
  })();
  await Promise.all([...writers, cutting]);
  expect(cuts).toBeGreaterThanOrEqual(12);
  written.push(...all);
  await expectWhole();
}, 180_000);
