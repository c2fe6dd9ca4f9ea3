import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#tests/database";
import { freePort, type ServerProcess, startServerProcess } from "#tests/server-process";
import { signIn } from "#tests/sign-in";

let database: TestDatabase<unknown>;
let server: ServerProcess;
let port: number;

const start = () => startServerProcess({ port, databaseUrl: database.url, fromSources: true });

beforeAll(async () => {
  database = await testDatabase({ migrations: [] });
  port = await freePort();
  server = await start();
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

interface Command {
  readonly title: string;
  readonly key: string;
  status?: number;
}

it("keeps every answered command and none twice when the server is killed in the middle of a burst", async () => {
  const { accessToken } = await signIn(server.origin, "dotori");
  const ask = async (
    method: string,
    path: string,
    fields: Record<string, string>,
    key: string = randomUUID(),
  ) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const headers = { authorization: `Bearer ${accessToken}`, "idempotency-key": key };
    const response = await fetch(`${server.origin}/api/v1/${path}`, { method, headers, body });
    return { status: response.status, data: ((await response.json()) as { data: { teamId: number } }).data };
  };
  await ask("POST", "members", { memberName: "도토리", memberExplain: "소개" });
  const team = { teamName: "아침반", topic: "스터디", memberLimit: "10", password: "4821" };
  const { teamId } = (await ask("POST", "teams", team)).data;
  const post = async (command: Command) => {
    const fields = { teamId: String(teamId), articleTitle: command.title, articleBody: "<p>글</p>" };
    const answer = await ask("POST", "articles", fields, command.key).catch(() => undefined);
    if (answer) command.status = answer.status;
  };
  const commands: Command[] = Array.from({ length: 400 }, (_, index) => ({
    title: `글 ${index}`,
    key: randomUUID(),
  }));
  const answered = () => commands.filter(({ status }) => status !== undefined);

  // Twenty at a time; the kill falls on a moment with commands in every stage.
  const waiting = [...commands];
  const workers = Array.from({ length: 20 }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await post(next);
      if (answered().length === 120) await server.stop("SIGKILL");
    }
  });
  await Promise.all(workers);
  const before = answered();
  expect(before.length).toBeGreaterThanOrEqual(120);
  expect(before.length).toBeLessThan(commands.length);
  for (const { status } of before) expect(status).toBe(201);

  server = await start();
  const titles = async () => {
    const { rows } = await database.pool.query<{ title: string }>("SELECT title FROM team_articles");
    return rows.map(({ title }) => title);
  };
  const missing = async () => {
    const kept = new Set(await titles());
    return before.filter(({ title }) => !kept.has(title)).map(({ title }) => title);
  };
  await expect.poll(missing).toEqual([]);
  const kept = await titles();
  expect(kept.length).toBe(new Set(kept).size);

  // Repeating everything with the same keys completes what was cut off and repeats nothing.
  for (const command of commands) await post(command);
  const all = await titles();
  expect(all.sort()).toEqual(commands.map(({ title }) => title).sort());
}, 120_000);
