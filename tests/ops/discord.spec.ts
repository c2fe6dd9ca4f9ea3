import { closeSync, openSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { seoulDate } from "#contracts/dates";
import { start } from "#services/app/main";
import { postgresEventStore } from "#services/event-store/postgres";
import { readConfig } from "#services/platform/config";
import { openDatabase } from "#services/platform/database/database";
import { createLogger } from "#services/platform/logging";
import { findEverywhere } from "#tests/api/database-search";
import { announce, postSubject } from "#tests/api/inboxes";
import { type Person, teamFields } from "#tests/api/site";
import { type DiscordService, startDiscordService } from "#tests/discord-service/discord-service";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { emptyDatabase, operateOn, ops, opsKey, settingsOf } from "#tests/support/ops";
import { ownFolder } from "#tests/support/own-folder";
import { memberOf, request } from "#tests/support/request";
import { type ServerProcess, startServerProcess } from "#tests/support/server-process";
import { signIn } from "#tests/support/sign-in";

/** spec/rhythm.md §7.5: the address is in no log, event, metric or answer; rebuild, replay and restore send nothing. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const inFolder = ownFolder();
let service: DiscordService;
let database: TestDatabase<unknown>;
let server: ServerProcess;
let manager: Person;
let teamId: number;
let secrets: string[];
const answers: string[] = [];

const query = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await database.pool.query<T>(sql, values)).rows;
const rows = (...expected: string[]) =>
  vi.waitFor(async () => {
    const found = await query<{ said: string }>(
      "SELECT concat_ws(' ', split_part(target, ' ', 1), state, result) AS said FROM delivery WHERE channel = 'discord' ORDER BY 1",
    );
    expect(found.map(({ said }) => said)).toEqual(expected);
  });
const among = (text: string) => secrets.filter((secret) => text.includes(secret));

beforeAll(async () => {
  service = await startDiscordService();
  database = await testDatabase();
  const output = openSync(inFolder("log"), "a");
  const env = { DISCORD_ORIGIN: service.origin, SECRET_KEY: opsKey, LOG_LEVEL: "trace" };
  server = await startServerProcess({ databaseUrl: database.url, fromSources: true, output, env });
  closeSync(output);
  const { accessToken: token } = await signIn(server.origin, "방장");
  const ask: Person["ask"] = async (method, path, asked = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...asked.headers };
    const answer = await request(`${server.origin}/api${path}`, method, { ...asked, headers });
    answers.push(JSON.stringify(answer.body));
    return answer;
  };
  manager = { uuid: memberOf(token), token, name: "방장", handle: "방장", ask };
  await ask("POST", "/v1/members", { form: { memberName: "방장", memberExplain: "매일 한 문제" } });
  teamId = (await ask("POST", "/v1/teams", { form: teamFields })).body.data.teamId;

  const webhook = service.webhook();
  secrets = [webhook.address, webhook.token, webhook.id];
  const link = () => ask("PUT", `/v1/teams/${teamId}/discord`, { json: { address: webhook.address } });
  const test = () => ask("POST", `/v1/teams/${teamId}/discord/test`);
  expect((await link()).status).toBe(200);
  expect((await test()).status).toBe(200);
  for (const how of [{ status: 400 }, "cut"] as const) {
    service.answerBy(() => how);
    expect((await test()).body.code).not.toBe(200);
  }
  service.answerBy(() => ({ status: 404 }));
  expect((await test()).body.code).not.toBe(200);
  service.answerBy(undefined);
  expect((await link()).status).toBe(200);
  await postSubject(manager, teamId, seoulDate(new Date()));
  await rows("problem sent");
  await postSubject(manager, teamId, seoulDate(new Date(Date.now() + dayMs)));
  await announce(manager, teamId, "공지");
  await rows("announcement due", "problem due", "problem sent");
  await query("UPDATE delivery SET due_at = now() + interval '1 hour' WHERE target = 'announcement'");
});
afterAll(async () => {
  await server.stop();
  service.close();
  await database.close();
});

const gunzipped = async (file: string) => {
  const bytes = await readFile(file);
  return (file.endsWith(".gz") || bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
};

it("the address is in no table, event, log, metric, answer, export, dump or output of `ops`", async () => {
  expect(await findEverywhere({ query, storedEvents: async () => [] }, secrets)).toEqual([]);
  const log = await readFile(inFolder("log"), "utf8");
  expect(log).toContain("Discord refused a message");
  expect(log).toContain(`/api/v1/teams/${teamId}/discord`);
  expect(among(log)).toEqual([]);
  expect(among(answers.join("\n"))).toEqual([]);
  expect(among(await (await fetch(`${server.origin}/metrics`)).text())).toEqual([]);
  let printed = "";
  const out = { write: (part: string) => (printed += part) };
  const env = { DISCORD_ORIGIN: service.origin };
  for (const words of [
    ["notifications", "status"],
    ["notifications", "deliveries"],
    ["events", "export", inFolder("export"), "--keys", inFolder("export.keys")],
    ["backup", inFolder("backup")],
  ])
    await operateOn(database.url, words, { env, out, err: out });
  expect(printed).toContain("discord");
  expect(among(printed)).toEqual([]);
  expect(among(await gunzipped(inFolder("export")))).toEqual([]);
  for (const file of await readdir(inFolder("backup")))
    expect(among(await gunzipped(join(inFolder("backup"), file)))).toEqual([]);
});

/** Another system on a database, at a time, which has processed the whole log. */
async function startOn(databaseUrl: string, at: Date) {
  const { pool, close } = openDatabase(databaseUrl);
  const store = postgresEventStore(pool);
  const head = await store.head();
  await store.close();
  await close();
  const ahead = at.getTime() - Date.now();
  const env = { ...settingsOf(databaseUrl), PORT: "0", DISCORD_ORIGIN: service.origin };
  const system = await start(readConfig(env, ["--no-demo"]), {
    log: createLogger("silent"),
    now: () => new Date(Date.now() + ahead),
    deliveryPollMs: 20,
  });
  onTestFinished(() => system.close());
  await vi.waitFor(async () => {
    const { reactors } = await (await fetch(`${system.url.origin}/health/ready`)).json();
    expect(reactors.find(({ name }: { name: string }) => name === "deliver")?.checkpoint).toBe(head);
  });
  return system;
}
const statesOn = async (pool: TestDatabase<unknown>["pool"]) =>
  (
    await pool.query<{ said: string }>(
      "SELECT concat_ws(' ', split_part(target, ' ', 1), state, result) AS said FROM delivery WHERE channel = 'discord' ORDER BY 1",
    )
  ).rows.map(({ said }) => said);

/** 09:00 of the Monday after the next one. */
const laterMonday = () => {
  const later = new Date(Date.now() + 8 * dayMs);
  const days = (8 - new Date(seoulDate(later)).getUTCDay()) % 7;
  return new Date(`${seoulDate(new Date(later.getTime() + days * dayMs))}T09:00:00+09:00`);
};

it("rebuilding every read model sends nothing", async () => {
  const before = service.requests.length;
  expect((await ops(database.url, "projections", "rebuild", "--all")).code).toBe(0);
  await rows("announcement due", "problem due", "problem sent");
  expect(service.requests).toHaveLength(before);
});

it("a system on a replayed log sends nothing on any day, even after `notifications resume`", async () => {
  const before = service.requests.length;
  const until = new Date(Date.now() + dayMs).toISOString();
  const { lines } = await ops(database.url, "replay", "--until", until, "--keep");
  const { database: url } = lines.find((line) => "database" in line);
  onTestFinished(() => void query(`DROP DATABASE "${new URL(url).pathname.slice(1)}" WITH (FORCE)`));
  await ops(url, "notifications", "resume");
  const system = await startOn(url, laterMonday());
  const replayed = openDatabase(url);
  onTestFinished(() => replayed.close());
  // It polls more often than it responds.
  for (let n = 0; n < 10; n += 1) await fetch(`${system.url.origin}/health/ready`);
  expect(await statesOn(replayed.pool)).toEqual([]);
  expect(service.requests).toHaveLength(before);
});

it("a system with an imported log sends nothing from before", async () => {
  const before = service.requests.length;
  const imported = await emptyDatabase();
  const words = ["events", "import", inFolder("export"), "--keys", inFolder("export.keys")];
  expect((await ops(imported.url, ...words)).code).toBe(0);
  const system = await startOn(imported.url, new Date(Date.now() + 26 * hourMs));
  // It polls more often than it responds.
  for (let n = 0; n < 10; n += 1) await fetch(`${system.url.origin}/health/ready`);
  expect(await statesOn(imported.pool)).toEqual([]);
  expect(service.requests).toHaveLength(before);
});

it("a restored system sends nothing from before, but the next message", async () => {
  const before = service.requests.length;
  const whole = await emptyDatabase();
  await ops(whole.url, "restore", inFolder("backup"), "--no-erasures");
  const system = await startOn(whole.url, new Date(Date.now() + 26 * hourMs));
  const restored = ["announcement dropped restored", "problem dropped restored", "problem sent"];
  expect(await statesOn(whole.pool)).toEqual(restored);
  expect(service.requests).toHaveLength(before);
  const { accessToken } = await signIn(system.url.origin, manager.handle);
  const headers = { authorization: `Bearer ${accessToken}` };
  const later = await request(`${system.url.origin}/api/v1/teams/${teamId}/discord/test`, "POST", {
    headers,
  });
  expect(later.status).toBe(200);
  expect(service.requests).toHaveLength(before + 1);
});
