import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { constants, getPriority, setPriority } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { tableOf } from "#projections/projection";
import { readModelRows } from "#projections/projector/checkpoints";
import { readModels } from "#projections/read-models";
import { createProjector } from "#projections/runner";
import { openStorage } from "#services/app/storage";
import { StoreUnavailable } from "#services/event-store/event-store";
import { UsageError } from "#services/ops/command";
import { messagesOf } from "#services/ops/error-messages";
import { readConfig } from "#services/platform/config";
import { openDatabase } from "#services/platform/database/database";
import { createLogger } from "#services/platform/logging";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { emptyDatabase, foreignSession, operateOn, ops, settingsOf } from "../support/ops.ts";
import { ownFolder } from "../support/own-folder.ts";

// CI's long run takes longer than that of other specs.
vi.setConfig({ testTimeout: 180_000 });

type Some = TestDatabase<unknown>;
let seeded: Some;
/** As a process with a collector records it. */
const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
const inFolder = ownFolder();

/** Lets the projector of a running system bring the read models to the head of the log. */
async function project({ url }: Some): Promise<void> {
  const storage = await openStorage(readConfig(settingsOf(url)), createLogger("silent"));
  const { pool } = storage.database;
  const projector = createProjector({ store: storage.store, pool, log: () => {} });
  projector.start();
  const head = await storage.store.head();
  await vi.waitFor(async () =>
    expect((await readModelRows(pool)).map(({ checkpoint }) => checkpoint)).toEqual(
      readModels.map(() => head),
    ),
  );
  await projector.stop();
  await storage.close();
}

beforeAll(async () => {
  seeded = await testDatabase<unknown>({ migrations: [] });
  await ops(seeded.url, "seed", "--teams", "2", "--members", "5", "--days", "2");
  await ops(seeded.url, "seed", "--teams", "100", "--members", "150", "--days", "2", "--events");
  await seeded.pool.query(
    `UPDATE events SET meta = meta::jsonb || '{"traceparent": "${traceparent}"}' WHERE seq = 1`,
  );
  await project(seeded);
  await ops(seeded.url, "events", "export", inFolder("events.gz"), "--keys", inFolder("keys.gz"));
});
afterAll(() => seeded.close());

/** All rows of all read models. Positions differ between databases: only their order is compared. */
async function contents({ pool }: Pick<Some, "pool">) {
  const all: [string, string[]][] = [];
  for (const { name, table } of readModels) {
    const places = Object.keys(table.columns).filter(
      (column) => column.includes("position") || column === "changed",
    );
    const ranks = places.map((column) => `'${column}', rank() OVER (ORDER BY "${column}")`);
    const { rows } = await pool.query<{ row: string }>(
      `SELECT (to_jsonb(t) || jsonb_build_object(${ranks.join(", ")}))::text AS row FROM ${tableOf(name)} t`,
    );
    all.push([name, rows.map(({ row }) => row).sort()]);
  }
  return all;
}

it("seeds events that the system accepts: every read model handles them and equals a rebuilt one", async () => {
  const { code, lines } = await ops(seeded.url, "projections", "verify");
  expect(code).toBe(0);
  const rows = Object.fromEntries(lines.map(({ name, rows: count }) => [name, count]));
  expect(rows).toMatchObject({ "member-card": 155, "team-directory": 101, "my-applications": 25 });
  expect(rows["team-articles"]).toBeGreaterThan(290);
});

it("rebuilds at the priority with which it was started, if that is low already", async () => {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL + 1);
  const { code, lines } = await ops(seeded.url, "projections", "rebuild", "team-directory");
  expect({ code, lines }).toMatchObject({ code: 0, lines: [{ name: "team-directory", rebuilt: true }] });
  expect(getPriority()).toBe(constants.priority.PRIORITY_BELOW_NORMAL + 1);
});

/** The number of events, and the planner's estimate. */
async function events({ pool }: Pick<Some, "pool">) {
  const { rows } = await pool.query<{ are: number; planned: number }>(
    "SELECT (SELECT count(*) FROM events) AS are, reltuples AS planned FROM pg_class WHERE oid = 'events'::regclass",
  );
  return rows[0] as { are: number; planned: number };
}

/** The metadata of each event. */
async function metadata({ pool }: Pick<Some, "pool">) {
  const { rows } = await pool.query<{ meta: object }>("SELECT meta FROM events ORDER BY event_id");
  return rows.map(({ meta }) => meta);
}

it("exports personal fields encrypted; imported into an empty database they yield equal read models", async () => {
  const text = gunzipSync(await readFile(inFolder("events.gz"))).toString();
  expect(text).toContain('"TeamCreated"');
  expect(text).not.toMatch(/시간 복잡도는|공부 중이에요|seed-/);
  const target = await emptyDatabase();
  await ops(target.url, "events", "import", inFolder("events.gz"), "--keys", inFolder("keys.gz"));
  expect(await contents(target)).toEqual(await contents(seeded));
  expect(await metadata(target)).toEqual(await metadata(seeded));
  expect(text).toContain(traceparent);
  // Events of an imported log notify no members.
  const [{ checkpoint } = { checkpoint: "" }] = await readModelRows(target.pool);
  const { rows: passed } = await target.pool.query("SELECT name, checkpoint FROM reactors ORDER BY name");
  expect(passed).toEqual(["deliver", "notify"].map((name) => ({ name, checkpoint })));
  // The planner has statistics of the loaded rows.
  const { are, planned } = await events(target);
  expect([are, planned]).toEqual([text.split("\n").length - 3, are]);
  const { lines } = await ops(target.url, "seed", "--teams", "1", "--members", "1", "--days", "1");
  expect(lines[0].commands).toBe(5);
  expect((await ops(target.url, "events", "stats")).lines.at(-1).events).toBeGreaterThan(
    text.split("\n").length - 3,
  );
});

it("imports without keys everything except articles, which are removed with their authors' keys", async () => {
  const target = await emptyDatabase();
  await ops(target.url, "events", "import", inFolder("events.gz"));
  const ofArticles = ["team-articles", "team-writers", "my-articles", "my-solved"];
  expect((await contents(target)).map(([name, all]) => [name, all.length])).toEqual(
    (await contents(seeded)).map(([name, all]) => [name, ofArticles.includes(name) ? 0 : all.length]),
  );
});

it("imports no file that lacks an event, contains another line, or was exported before 0.2.0", async () => {
  const lines = gunzipSync(await readFile(inFolder("events.gz")))
    .toString()
    .split("\n");
  await writeFile(inFolder("lacking.gz"), gzipSync(lines.toSpliced(100, 1).join("\n")));
  await writeFile(inFolder("strange.gz"), gzipSync(lines.with(100, "{}").join("\n")));
  const former = JSON.stringify({ format: "algomoim-events-1" });
  await writeFile(inFolder("former.gz"), gzipSync(lines.with(0, former).join("\n")));
  const target = await emptyDatabase();
  await expect(ops(target.url, "events", "import", inFolder("former.gz"))).rejects.toThrow(
    "was exported by a version before 0.2.0 and cannot be imported.",
  );
  await expect(ops(target.url, "events", "import", inFolder("lacking.gz"))).rejects.toThrow("is cut off");
  await expect(ops(target.url, "events", "import", inFolder("strange.gz"))).rejects.toThrow("not an event");
  expect((await ops(target.url, "events", "stats")).lines.at(-1).events).toBe(0);
});

it("explains groups of commands, a seed without numbers and unknown types, and shows the remaining time", async () => {
  const target = await emptyDatabase();
  const said = async (...words: string[]) => {
    let text = "";
    const stream = { isTTY: true, write: (part: string) => (text += part) };
    await operateOn(target.url, words, { out: stream, err: stream });
    return text;
  };
  const help = await said("help", "events");
  expect([help.includes("events tail"), help.includes("erasures list")]).toEqual([true, false]);
  const seeding = await said("seed");
  expect(seeding).toContain("No numbers are given: 3 teams, 12 people, 10 days.");
  expect(seeding).toMatch(/ 186\/186 {2}\d+\/s, 0 s left/);
  expect(await said("seed", "--teams", "4", "--members", "8", "--days", "2", "--events")).toMatch(
    / \d+\/51 .* left/,
  );
  expect(await said("events", "export", inFolder("with time.gz"))).toMatch(/ (\d+)\/\1 {2}\d+\/s, 0 s left/);
  expect(await said("events", "tail", "--once", "--type", "TeamMade")).toContain(
    "no events of type TeamMade",
  );
});

it("an interrupted import continues; a file of another log is refused", async () => {
  const lines = gunzipSync(await readFile(inFolder("events.gz")))
    .toString()
    .split("\n");
  const target = await emptyDatabase();
  await writeFile(
    inFolder("shorter.gz"),
    gzipSync([...lines.slice(0, 200), '{"end":true,"events":199}'].join("\n")),
  );
  await ops(target.url, "events", "import", inFolder("shorter.gz"), "--keys", inFolder("keys.gz"));
  // The state of an import that was killed while it built the read models.
  const left = await foreignSession(target);
  await left.query(`
    SELECT setval('team_ids', 1, false), setval('article_ids', 1, false);
    INSERT INTO read_model_builds (name, version, builder, checkpoint) VALUES ('team-page', 2, gen_random_uuid(), '0.0.0')`);
  await left.end();
  await ops(target.url, "events", "import", inFolder("events.gz"), "--keys", inFolder("keys.gz"));
  expect(await contents(target)).toEqual(await contents(seeded));
  const { rows: ids } = await target.pool.query(
    `SELECT (SELECT last_value FROM team_ids) >= max((data->>'teamId')::int) AS teams,
       (SELECT last_value FROM article_ids) >= max((data->>'articleId')::int) AS articles FROM events`,
  );
  expect(ids).toEqual([{ teams: true, articles: true }]);
  const other = await emptyDatabase();
  await ops(other.url, "seed", "--teams", "1", "--members", "1", "--days", "1", "--events");
  await expect(ops(other.url, "events", "import", inFolder("events.gz"))).rejects.toThrow("other events");
});

it("replays the log up to a position into a separate database, which is dropped unless it is kept", async () => {
  const { rows } = await seeded.pool.query<{ place: string }>(
    "SELECT epoch || '.' || txid || '.' || seq AS place FROM events ORDER BY epoch, txid, seq OFFSET 250 LIMIT 1",
  );
  const part = await ops(seeded.url, "replay", "--until", String(rows[0]?.place));
  expect(part.lines.at(-1)).toMatchObject({ events: 251 });
  expect(part.lines.find(({ readModel }) => readModel === "team-directory").rows).toBeLessThan(101);
  const { database: gone } = part.lines.at(-1);
  await expect(openDatabase(gone).pool.query("SELECT 1")).rejects.toThrow(/does not exist/);

  const whole = await ops(seeded.url, "replay", "--until", new Date().toISOString(), "--keep");
  const kept = openDatabase(whole.lines.at(-1).database);
  expect(await contents(kept)).toEqual(await contents(seeded));
  await kept.close();
  await seeded.pool.query(
    `DROP DATABASE ${new URL(whole.lines.at(-1).database).pathname.slice(1)} WITH (FORCE)`,
  );
});

it("prints the log as it is stored, and the last events of a type", async () => {
  const tail = ["events", "tail", "--once", "--last", "3", "--type", "ArticlePosted", "--data"];
  const { lines } = await ops(seeded.url, ...tail);
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toMatchObject({ type: "ArticlePosted", data: { personal: {} } });
});

it("ends sign-ins of one member or of all, and none twice", async () => {
  const one = "6f1c0c1e-5c39-4f0e-9b53-0d1f6a2f7a11";
  const other = "2a7e5b8c-0b8e-4a5e-8f2c-6f4f0f6f3c22";
  for (const member of [one, one, other])
    await seeded.pool.query("INSERT INTO refresh_family VALUES (gen_random_uuid(), $1, NULL, now())", [
      member,
    ]);
  expect((await ops(seeded.url, "sessions", "revoke", "--member", one)).lines).toEqual([{ revoked: 2 }]);
  expect((await ops(seeded.url, "sessions", "revoke", "--all")).lines).toEqual([{ revoked: 1 }]);
});

it("lists every command with its help, and reports invalid arguments", async () => {
  const { code, text } = await ops(seeded.url, "help");
  expect(code).toBe(0);
  for (const words of ["projections rebuild", "events import", "backup <folder>"])
    expect(text).toContain(words);
  expect((await ops(seeded.url, "help", "restore")).text).toContain("--erased");
  const wrong = [
    ["nonsense"],
    ["replay"],
    ["projections", "rebuild"],
    ["seed", "--teams", "no"],
    ["status", "--odd"],
    ["status", "word"],
    ["help", "nonsense"],
    ["audit", "roles", "--team"],
    ["replay", "--until", "3"],
    ["replay", "--until", "2026-11-20 in the evening"],
    // A non-existent day, and a checkpoint beyond the head of the log.
    ["replay", "--until", "2026-02-30"],
    ["replay", "--until", "2026-11-31T10:00:00Z"],
    ["replay", "--until", "99.1.1"],
  ];
  for (const words of wrong)
    await expect(ops(seeded.url, ...words), words.join(" ")).rejects.toThrow(UsageError);
  await expect(ops(seeded.url, "events")).rejects.toThrow("There is: events tail, events export");
  await expect(ops(seeded.url, "projections", "verify", "team_page")).rejects.toThrow("team-page");
});

it("reports that no projector is running, and counts what it lacks", async () => {
  const { lines } = await ops(seeded.url, "status");
  expect(lines[1]).toEqual({ projector: { isAtWork: false } });
  const behind = await emptyDatabase();
  await ops(behind.url, "seed", "--teams", "100", "--members", "500", "--days", "3", "--events");
  let text = "";
  await operateOn(behind.url, ["status"], { out: { write: (part) => (text += part) } });
  const { rows } = await behind.pool.query("SELECT count(*)::int AS total FROM events");
  const { total } = rows[0];
  expect(total).toBeGreaterThan(1000);
  const all = `${total.toLocaleString("en")} events`;
  expect(text).toMatch(new RegExp(`team-page .* ${all}, 3 days behind`));
  await expect(ops(behind.url, "audit", "roles", "--team", "1")).rejects.toThrow(
    `There is no team 1. Read models lack the last ${all} of the log: start a process with ROLE=all or projector.`,
  );
  await behind.pool.query(
    `UPDATE read_model_checkpoints SET state = 'stopped', stopped_event = 'e-1', stopped_reason = 'unknown version'
     WHERE name = 'team-page'`,
  );
  await expect(ops(behind.url, "audit", "roles", "--team", "1")).rejects.toThrow(
    "of the log: team-page stopped at event e-1: unknown version. Start a release that can continue from there.",
  );
});

it("stops at Ctrl-C, and leaves no incomplete file or backup", async () => {
  const signal = AbortSignal.abort(new Error("Interrupted."));
  const own = inFolder("own");
  await mkdir(own);
  for (const words of [
    ["events", "export", join(own, "cut.gz")],
    ["backup", join(own, "cut")],
    ["events", "tail"],
  ])
    await expect(operateOn(seeded.url, words, { signal }), words.join(" ")).rejects.toThrow(
      /Interrupted|aborted/,
    );
  expect(await readdir(own)).toEqual([]);
  await expect(ops(seeded.url, "events", "export", join(own, "none", "x.gz"))).rejects.toThrow("ENOENT");
  const log = join(own, "x.gz");
  const noFolder = join(own, "none", "keys.gz");
  await expect(ops(seeded.url, "events", "export", log, "--keys", noFolder)).rejects.toThrow("ENOENT");
  expect(await readdir(own)).toEqual([]);
  // The keys would overwrite the log.
  await expect(ops(seeded.url, "events", "export", log, "--keys", log)).rejects.toThrow("separate file");
});

it("reports that the data of a restore are complete when it is interrupted after its commit; the next start builds the read models", async () => {
  const stored = inFolder("stored");
  await ops(seeded.url, "backup", stored);
  const target = await emptyDatabase();
  const stop = new AbortController();
  const write = (text: string) => text.includes("read models") && stop.abort(new Error("Interrupted."));
  const around = { err: { write, isTTY: true }, signal: stop.signal };
  await expect(operateOn(target.url, ["restore", stored, "--no-erasures"], around)).rejects.toThrow(
    "Interrupted. The data are back; the next start builds the read models.",
  );
  await project(target);
  expect(await contents(target)).toEqual(await contents(seeded));
});

it("names the setting of an unreachable event store, without its password", async () => {
  const target = await emptyDatabase();
  const wrong = {
    "esdb://me:geheim@127.0.0.1:1?tls=false":
      /^The event store at EVENTSTORE_URL cannot be reached \(nothing listens there\): start it or correct EVENTSTORE_URL\.$/,
    "esdb://me:ge#heim?tls=false":
      /^EVENTSTORE_URL cannot be read: it is like esdb:\/\/host:2113\?tls=false, or esdb:\/\/user:password@/,
  };
  for (const [EVENTSTORE_URL, sentence] of Object.entries(wrong)) {
    const words = ["migrate", "events", "--from", "postgres", "--to", "eventstoredb"];
    await expect(operateOn(target.url, words, { env: { EVENTSTORE_URL } })).rejects.toThrow(sentence);
  }
});

const failed = (reason: string) =>
  `The database failed on the way (${reason}): once it is back, run this command again.`;
const shutDown = Object.assign(new Error("shutting down"), { code: "57P01" });
const systemError = (code: string, path?: string) => Object.assign(new Error(code), { code, path });

it.each([
  [shutDown, failed("shutting down")],
  [new StoreUnavailable(shutDown), failed("shutting down")],
  [systemError("ECONNREFUSED"), failed("ECONNREFUSED")],
  [new Error("Connection terminated unexpectedly"), failed("Connection terminated unexpectedly")],
  [new StoreUnavailable(undefined, "It waits."), "It waits."],
  // A wrong password or name is not mended by waiting.
  [systemError("28P01"), "28P01"],
  [systemError("3D000"), "3D000"],
  [systemError("ENOSPC"), "The disk is full. What was begun has been removed."],
  [systemError("ENOENT", "/none"), "/none is not there."],
  [systemError("ENOENT", "/none/x.gz.12.partial"), "There is no folder in which /none/x.gz could be."],
  [systemError("23505"), "23505"],
])("puts %s into a sentence", (error, sentence) => expect(messagesOf(error)).toEqual([sentence]));
