import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ReadModels } from "#projections/database";
import { readModelRows } from "#projections/projector/checkpoints";
import { prepareReadModels } from "#projections/projector/schema";
import { readModels } from "#projections/read-models";
import { teamDirectory } from "#projections/team-directory";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { created, joined } from "#tests/examples/teams";
import type { TestDatabase } from "#tests/support/database";
import { program } from "#tests/support/program";
import { readModelDatabase } from "#tests/support/read-model-database";
import { tell } from "#tests/support/recorded";
import { until } from "#tests/support/until";
import { verifyReadModel } from "#tests/support/verify-read-model";
import { figure, isLong } from "./rounds.ts";
import { holding, whileHeld } from "./starters.ts";

let database: TestDatabase<ReadModels>;
let store: PostgresEventStore;
const children: ChildProcess[] = [];

beforeEach(async () => {
  database = await readModelDatabase();
  store = postgresEventStore(database.pool);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await store.close();
  await database.close();
});

function spawnProjector(...args: string[]): ChildProcess {
  const url = new URL(database.url);
  // Identifies its connections in the database.
  url.searchParams.set("application_name", `projector ${children.length}`);
  const child = spawn(process.execPath, [...program("projector-process"), url.href, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

/** It reports when it becomes the active one. */
const isActive = (child: ChildProcess) => once(child.stdout as NodeJS.ReadableStream, "data");

/** Resolves when the process has become the active projector. */
async function projecting(): Promise<ChildProcess> {
  const child = spawnProjector();
  await isActive(child);
  return child;
}

async function send(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = signal === "SIGKILL" ? once(child, "exit") : undefined;
  child.kill(signal);
  await gone;
}

const told = 400;
/** Appends joins of members from one number up to another. */
const tellJoins = async (from: number, to: number) => {
  let end = "";
  for (let n = from; n <= to; n += 1) {
    const memberId = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
    end = await tell(store, "team-12", joined(memberId));
  }
  return end;
};
const tellAll = async () => {
  await tell(store, "team-12", created);
  return tellJoins(1, told);
};
const eventsIn = async () => (await readModelRows(database.pool))[0]?.events ?? 0;

async function expectAllOnce(end: string, members = told): Promise<void> {
  await until(async () => {
    const rows = await readModelRows(database.pool);
    expect(rows.map(({ checkpoint }) => checkpoint)).toEqual(readModels.map(() => end));
  });
  const counts = await database.kysely.selectFrom("team_directory").select("member_count").execute();
  expect(counts).toEqual([{ member_count: members + 1 }]);
  expect(await verifyReadModel({ store, pool: database.pool, projection: teamDirectory })).toMatchObject({
    differing: 0,
  });
}

/** Number of connections of one projector. */
const connections = async (projector: number, where = "true") =>
  (
    await database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 AND ${where}`,
      [`projector ${projector}`],
    )
  ).rowCount;

/** Kills the projector that was started last while it writes the result of `act`. */
async function killWhileWriting(act: () => Promise<unknown>): Promise<void> {
  const killed = children.length - 1;
  await whileHeld(database.pool, act, () => send(children[killed] as ChildProcess, "SIGKILL"));
  await until(async () => expect(await connections(killed)).toBe(0));
}

// PostgreSQL still executes what it has received before the kill. Nothing further is sent.
it.each(["read_model_checkpoints", "team_directory"])(
  "T7 when killed while PostgreSQL writes to %s, the projector leaves rows with their checkpoint, or neither",
  async (table) => {
    await prepareReadModels(database.pool, readModels, store.start);
    await tell(store, "team-12", created);
    await projecting();
    await until(async () => expect(await eventsIn()).toBe(1));
    await database.pool.query(holding(table));
    for (const n of [1, 2]) {
      await killWhileWriting(() => tellJoins(n, n));
      await projecting();
    }
    await expectAllOnce(await tellJoins(3, 3), 3);
  },
  180_000,
);

/** Records for each move of a checkpoint which process made it and under which fence. */
const noting = `
  CREATE TABLE moves (fence bigint, projector text);
  CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO moves SELECT fence, current_setting('application_name') FROM read_model_lease; RETURN NULL;
  END $$;
  CREATE TRIGGER note AFTER UPDATE ON read_model_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION note()`;
const moves = async () =>
  (await database.pool.query("SELECT DISTINCT fence::int, projector FROM moves ORDER BY fence, projector"))
    .rows;

it("T7 pending writes of a frozen one are refused once another has taken over, and it duplicates nothing when it continues", async () => {
  await prepareReadModels(database.pool, readModels, store.start);
  await database.pool.query(noting);
  const sleeper = await projecting();
  await tell(store, "team-12", created);
  await until(async () => expect(await eventsIn()).toBe(1));
  const lock = await database.pool.connect();
  try {
    await lock.query("BEGIN; LOCK TABLE read_model_checkpoints IN SHARE MODE");
    await tellJoins(1, 1);
    await until(async () => expect(await connections(0, "wait_event_type = 'Lock'")).toBe(1));
    await send(sleeper, "SIGSTOP");
    await projecting();
    await lock.query("COMMIT");
  } finally {
    lock.release();
  }
  await tellJoins(2, 200);
  await send(sleeper, "SIGCONT");
  await expectAllOnce(await tellJoins(201, told));
  const all = await moves();
  // A lease may expire on a machine that stalls and be taken over again, but only one process writes under a fence.
  expect(new Set(all.map(({ fence }) => fence)).size, JSON.stringify(all)).toBe(all.length);
  expect(all[0]).toEqual({ fence: 1, projector: "projector 0" });
  expect(all).toContainEqual({ fence: expect.any(Number), projector: "projector 1" });
}, 180_000);

it.runIf(isLong).each([
  ["killed", "SIGKILL"],
  ["frozen for 30 s", "SIGSTOP"],
] as const)(
  "T7 hands over within 10 s when the active of two is %s, and the fence keeps it out",
  async (what, signal) => {
    const telling = tellAll();
    const active = spawnProjector("usual");
    await isActive(active);
    const standby = spawnProjector("usual");
    // Long enough for it to start and find the lease taken.
    await pause(5000);
    const sent = performance.now();
    await send(active, signal);
    await isActive(standby);
    const handover = performance.now() - sent;
    figure("T7", `the active projector was ${what}: handed over within ${(handover / 1000).toFixed(1)} s`);
    expect(handover).toBeLessThan(10_000);
    await expectAllOnce(await telling);
    if (signal === "SIGKILL") return;
    await pause(30_000 - handover);
    active.kill("SIGCONT");
    // It detects the loss by itself and stands by, and nothing is applied twice afterwards.
    const end = await tell(store, "team-12", {
      type: "AnnouncementChanged",
      data: { teamId: 12, announcement: "돌아왔어요" },
    });
    await expectAllOnce(end);
  },
  180_000,
);
