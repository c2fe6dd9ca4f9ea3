import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { start } from "#services/app/main";
import { lagFrom } from "#services/app/read-model-lag";
import { serviceMigrations } from "#services/app/schema";
import { openStorage } from "#services/app/storage";
import { recordCheckpoints } from "#services/event-store/move-log";
import { readConfig } from "#services/platform/config";
import { connectWithoutLimits, openDatabase } from "#services/platform/database/database";
import { lockExclusively } from "#services/platform/database/exclusive";
import { migrate } from "#services/platform/database/migrations";
import { createLogger } from "#services/platform/logging";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { emptyDatabase, foreignSession, operateOn, ops, settingsOf } from "#tests/support/ops";
import { ownFolder } from "#tests/support/own-folder";
import { opsProgram } from "#tests/support/server-process";

let seeded: TestDatabase<unknown>;
const inFolder = ownFolder();

beforeAll(async () => {
  seeded = await testDatabase({ migrations: [] });
  await ops(seeded.url, "seed", "--teams", "20", "--members", "40", "--days", "3", "--events");
});
afterAll(() => seeded.close());

const exported = async (name: string) => {
  await ops(seeded.url, "events", "export", inFolder(name));
  return inFolder(name);
};
const backedUp = async (name: string) => {
  await ops(seeded.url, "backup", inFolder(name));
  return inFolder(name);
};
const startOn = ({ url }: TestDatabase<unknown>) =>
  start(readConfig({ ...settingsOf(url), PORT: "0" }, ["--no-demo"]), { log: createLogger("silent") });
const otherKey = { env: { SECRET_KEY: "b".repeat(40) } };
const occupied = "An import, a restore or a move of the log is using this database";

it("refuses another SECRET_KEY than that of the members' keys, with which members' data could never be read", async () => {
  for (const words of [["seed", "--teams", "1"], ["status"]])
    await expect(operateOn(seeded.url, words, otherKey)).rejects.toThrow("made with another SECRET_KEY");
  expect((await ops(seeded.url, "projections", "verify", "member-card")).code).toBe(0);
});

it("of two processes that start on an empty database with different SECRET_KEYs accepts one, before the first member joins", async () => {
  const target = await emptyDatabase();
  const begin = (key: string) =>
    operateOn(target.url, ["status"], { env: { SECRET_KEY: key.repeat(40) } }).catch(
      (error: Error) => error.message,
    );
  const both = await Promise.all([begin("a"), begin("b")]);
  expect(both.map(String).sort()).toEqual(["0", expect.stringContaining("begun with another SECRET_KEY")]);
  expect(await Promise.all([begin("a"), begin("b")])).toEqual(both);
});

it("imports neither keys that were made with another SECRET_KEY nor while the system runs", async () => {
  const file = inFolder("own.gz");
  const keys = inFolder("own-keys.gz");
  await ops(seeded.url, "events", "export", file, "--keys", keys);
  const target = await emptyDatabase();
  const words = ["events", "import", file, "--keys", keys];
  await expect(operateOn(target.url, words, otherKey)).rejects.toThrow("made with another SECRET_KEY");
  const { rows } = await target.pool.query("SELECT to_regclass('events') AS log");
  expect(rows).toEqual([{ log: null }]);
  // The pool of the previous query acts as a system, then as a session with the name in DATABASE_URL.
  await expect(ops(target.url, ...words)).rejects.toThrow("stop it first");
  const named = new URL((await emptyDatabase()).url);
  named.searchParams.set("application_name", "named");
  const system = await connectWithoutLimits(named.href);
  await expect(ops(named.href, ...words)).rejects.toThrow("stop it first");
  await system.end();
});

it("locks the database before it checks whether it is in use, until the end of an import", async () => {
  const target = await emptyDatabase();
  const file = await exported("alone.gz");
  const pause = await foreignSession(target);
  // Migrations wait for this lock, between the check and the import.
  await pause.query("SELECT pg_advisory_lock(hashtext('migrations'))");
  const imported = ops(target.url, "events", "import", file);
  await vi.waitFor(async () => {
    const held = await pause.query(`
      SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`);
    expect(held.rowCount).toBe(1);
  });
  await expect(ops(target.url, "events", "import", file)).rejects.toThrow(occupied);
  await expect(startOn(target)).rejects.toThrow(occupied);
  await pause.end();
  expect((await imported).code).toBe(0);
});

it("neither imports nor starts on read models of a newer program version, until their checkpoints are deleted", async () => {
  const target = await emptyDatabase();
  const file = await exported("newer.gz");
  await ops(target.url, "status");
  const newer = await foreignSession(target);
  await newer.query("UPDATE read_model_checkpoints SET version = 99 WHERE name = 'team-page'");
  await newer.end();
  for (const begin of [() => ops(target.url, "events", "import", file), () => startOn(target)])
    await expect(begin()).rejects.toThrow(
      /team-page is served in version 99, .*DELETE FROM read_model_checkpoints/,
    );
  expect((await ops(target.url, "events", "stats")).lines.at(-1).events).toBe(0);
  const older = await foreignSession(target);
  await older.query("DELETE FROM read_model_checkpoints");
  await older.end();
  expect((await ops(target.url, "events", "import", file)).code).toBe(0);
  expect((await ops(target.url, "projections", "verify")).code).toBe(0);
});

it("backs up one moment, without concurrent writes", async () => {
  const source = await emptyDatabase();
  await ops(source.url, "seed", "--teams", "1", "--members", "2", "--days", "1", "--events");
  const writer = await foreignSession(source);
  await writer.query("BEGIN; LOCK TABLE documents IN ACCESS EXCLUSIVE MODE");
  const backup = ops(source.url, "backup", inFolder("one moment"));
  await vi.waitFor(async () => {
    const waiting = "SELECT FROM pg_locks WHERE relation = 'documents'::regclass AND NOT granted";
    expect((await writer.query(waiting)).rowCount).toBe(1);
  });
  // Writes to a table that is copied later, because COPY's snapshot for the one that it waits for is fixed already.
  await writer.query("INSERT INTO member_keys (member, wrapped) VALUES (gen_random_uuid(), ''); COMMIT");
  expect((await backup).lines).toContainEqual({ table: "member_keys", rows: 2 });
  await writer.end();
});

it("drops the database of a replay that waits for Enter when it is stopped", async () => {
  // Behaves like a terminal without input.
  const terminal = ["--import", "data:text/javascript,process.stdin.isTTY=true"];
  const child = spawn(process.execPath, [...terminal, ...opsProgram(), "replay", "--until", "2000-01-01"], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { PATH: process.env.PATH ?? "", ...settingsOf(seeded.url) },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  await vi.waitFor(() => expect(said).toContain("Press Enter"));
  const name = /algomoim_replay_\w+/.exec(said)?.[0];
  const isThere = async () =>
    (await seeded.pool.query("SELECT FROM pg_database WHERE datname = $1", [name])).rowCount === 1;
  expect(await isThere()).toBe(true);
  child.kill("SIGTERM");
  const [code] = await once(child, "close");
  expect([code, await isThere(), said]).toEqual([1, false, expect.stringMatching(/Interrupted\.\n$/)]);
});

it("refuses a start during a restore immediately, which locks every table until its end", async () => {
  const target = await emptyDatabase();
  await ops(target.url, "status");
  const restore = await foreignSession(target);
  await lockExclusively(restore);
  await restore.query("BEGIN; LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE");
  await expect(startOn(target)).rejects.toThrow(occupied);
  await expect(ops(target.url, "status")).rejects.toThrow(occupied);
  await restore.end();
});

it("refuses a truncated list of erasures, because missing members would be restored", async () => {
  const backup = await backedUp("backup");
  const { rows } = await seeded.pool.query<{ member: string }>(
    "SELECT data->>'memberId' AS member FROM events WHERE type = 'MemberSignedUp' LIMIT 2",
  );
  const [one, other] = rows.map(({ member }) => `{"member":"${member}","at":"2026-11-21T00:00:00.000Z"}\n`);
  const list = inFolder("erased");
  const end = (await ops(seeded.url, "erasures", "list")).text;
  expect(end).toBe('{"end":true,"withdrawn":0}\n');
  for (const cut of ["", one, `${one}${other}`, `${one}${end}`, `${one}{"end":true,"with`]) {
    await writeFile(list, cut ?? "");
    await expect(ops(seeded.url, "restore", backup, "--erased", list), cut).rejects.toThrow("is cut off");
  }
  for (const [whole, withdrawn] of [
    [`${one}${other}${end.replace("0", "2")}`, 2],
    [`${rows[0]?.member}  2026-11-21T00:00:00.000Z\n1 in all\n`, 1],
  ] as const) {
    const target = await emptyDatabase();
    await writeFile(list, whole);
    const { lines } = await ops(target.url, "restore", backup, "--erased", list);
    expect(lines.at(-1)).toMatchObject({ withdrawnAgain: withdrawn });
  }
});

it("imports nothing of a truncated or damaged file of any length, because events could not be removed from the log", async () => {
  const source = await emptyDatabase();
  const target = await emptyDatabase();
  await ops(source.url, "seed", "--teams", "20", "--members", "150", "--days", "30", "--events");
  const file = inFolder("events.gz");
  const broken = inFolder("broken.gz");
  const { lines } = await ops(source.url, "events", "export", file);
  // More than one batch.
  expect(lines[0].events).toBeGreaterThan(5000);
  const packed = await readFile(file);
  const altered = gzipSync(
    gunzipSync(packed)
      .toString()
      .replace(/"occurredAt":"2/, '"occurredAt":"1'),
  );
  packed.copy(altered, altered.length - 8, packed.length - 8);
  for (const bytes of [altered, packed.subarray(0, -1), packed.subarray(0, packed.length - 1000)]) {
    await writeFile(broken, bytes);
    await expect(ops(target.url, "events", "import", broken)).rejects.toThrow("is cut off, damaged");
    expect((await ops(target.url, "events", "stats")).lines.at(-1).events).toBe(0);
  }
  expect((await ops(target.url, "events", "import", file)).lines.at(-1).events).toBe(lines[0].events);
  expect((await ops(target.url, "events", "import", file)).lines.at(-1).events).toBe(0);
});

it("restores a backup of a database with another table, and reports that it is left out", async () => {
  const source = await emptyDatabase();
  await ops(source.url, "seed", "--teams", "1", "--members", "2", "--days", "1", "--events");
  // As created by hand, by a newer release before a downgrade, or by a move of the log that was killed.
  await recordCheckpoints(source.pool);
  await source.pool.query("CREATE TABLE by_hand (n bigint GENERATED ALWAYS AS IDENTITY, text text)");
  await source.pool.query("INSERT INTO by_hand (text) VALUES ('kept elsewhere')");
  const backup = inFolder("with more");
  const { lines } = await ops(source.url, "backup", backup);
  expect(lines.map(({ table }) => table)).not.toContain("log_move");
  const target = await emptyDatabase();
  // The state of a first start that was killed between two migrations.
  const { pool, close } = openDatabase(target.url);
  await migrate(pool, serviceMigrations.slice(0, 2));
  await close();
  const restored = await ops(target.url, "restore", backup, "--no-erasures");
  expect(restored.lines[0]).toEqual({ leftOut: "by_hand" });
  const { rows } = await source.pool.query("SELECT count(*) AS events FROM events");
  expect((await ops(target.url, "events", "stats")).lines.at(-1).events).toBe(Number(rows[0]?.events));
});

it("leaves tables of another program unchanged, and prints no list for a database without events", async () => {
  const backup = await backedUp("for another");
  const target = await emptyDatabase();
  const other = await foreignSession(target);
  await other.query("CREATE TABLE accounts AS SELECT 1 AS id");
  for (const more of [[], ["--force"]])
    await expect(ops(target.url, "restore", backup, "--no-erasures", ...more)).rejects.toThrow(
      "another program (it contains accounts)",
    );
  expect((await other.query("SELECT id FROM accounts")).rows).toEqual([{ id: 1 }]);
  await other.end();
  // Such a list would overwrite a correct one.
  await expect(ops(target.url, "erasures", "list")).rejects.toThrow("holds no events");
});

it("keeps the schema, privileges on it and extensions; objects created by hand are dropped", async () => {
  const backup = await backedUp("beside rights");
  const target = await emptyDatabase();
  await ops(target.url, "status");
  const operator = await connectWithoutLimits(target.url);
  await operator.query(`
    GRANT USAGE ON SCHEMA public TO pg_monitor;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO pg_monitor;
    CREATE EXTENSION pg_trgm;
    CREATE TYPE mood AS ENUM ('good');
    CREATE TABLE by_hand (n bigint GENERATED ALWAYS AS IDENTITY, mood mood);
    CREATE VIEW counted AS SELECT count(*) FROM events;
    CREATE FUNCTION beside(mood) RETURNS int LANGUAGE sql AS 'SELECT 1'`);
  await operator.end();
  expect((await ops(target.url, "restore", backup, "--no-erasures", "--force")).code).toBe(0);
  const { rows } = await target.pool.query(
    `SELECT has_schema_privilege('pg_monitor', 'public', 'USAGE') AS schema, has_table_privilege('pg_monitor', 'events', 'SELECT') AS tables,
       similarity('가나다', '가나라') > 0 AS extension, to_regclass('by_hand') AS table, to_regclass('counted') AS view,
       to_regtype('mood') AS type, to_regproc('beside') AS function`,
  );
  const gone = { table: null, view: null, type: null, function: null };
  expect(rows).toEqual([{ schema: true, tables: true, extension: true, ...gone }]);
});

it("counts the lag of a reader without reading the events: a thousand may be a gigabyte", async () => {
  const { log, close } = await openStorage(readConfig(settingsOf(seeded.url)), createLogger("silent"));
  const asked: number[] = [];
  const readAll: typeof log.readAll = (after, limit) => {
    asked.push(limit);
    return log.readAll(after, limit);
  };
  const all = (await log.readAll(log.start, 10_000)).events;
  const middle = all[100]?.checkpoint ?? log.start;
  const lags = await lagFrom({ ...log, readAll }, () => new Date())([log.start, middle]);
  expect([...lags.values()].map(({ lagEvents }) => lagEvents)).toEqual([all.length, all.length - 101]);
  expect(asked).toEqual([1, 1]);
  await close();
});

/** Runs `npm run ops` and resolves when it ends. */
async function operated(words: readonly string[], stdout: number | "pipe") {
  const child = spawn(process.execPath, [...opsProgram(), ...words], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { PATH: process.env.PATH ?? "", ...settingsOf(seeded.url) },
    stdio: ["ignore", stdout, "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (text) => (said += text));
  child.stdout?.once("data", () => child.stdout?.destroy());
  const [code] = (await once(child, "exit")) as [number | null];
  return { code, said };
}

it("fails when its output could not be written", async () => {
  const { code } = await operated(["erasures", "list", "--json"], openSync("/dev/full", "w"));
  expect(code).toBe(1);
});

it("drops its database when the output of a replay is closed", async () => {
  const { said } = await operated(["replay", "--until", "2100-01-01", "--json"], "pipe");
  expect(said).toBe("");
  const { rows } = await seeded.pool.query("SELECT FROM pg_database WHERE datname LIKE 'algomoim_replay_%'");
  expect(rows).toHaveLength(0);
});
