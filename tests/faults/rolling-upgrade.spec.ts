import { randomUUID, type UUID } from "node:crypto";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { type PostgresEventStore, postgresEventStore } from "#services/event-store/postgres";
import { eventStoreMigrations } from "#services/event-store/postgres/schema/schema";
import { migrate } from "#services/platform/database/migrations";
import { commandOf, numbered } from "#tests/support/commands";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { connectionTo, entry } from "#tests/support/raw-append";
import { beside } from "./beside.ts";
import { until } from "./writer.ts";

/** The step that took the row per stream away (docs/decisions/021-streams-without-heads.md). */
const at = eventStoreMigrations.findIndex(({ name }) => name === "event-store-4");
let database: TestDatabase<unknown>;
let store: PostgresEventStore;
beforeEach(async () => {
  database = await testDatabase({ migrations: eventStoreMigrations.slice(0, at), max: 20 });
  store = postgresEventStore(database.pool);
});
afterEach(async () => {
  await store.close();
  await database.close();
});

const patience = { timeout: 60_000, interval: 20 };

type Verdict = { outcome: string };

/**
 * How a process of the version before appends an event: what its function does not take goes to `append_to_log`, and what
 * is undone begins anew.
 */
async function appendAsBefore(stream: string, expected: number, commandId = randomUUID()): Promise<Verdict> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await appendOnceAsBefore(stream, expected, commandId);
    } catch (error) {
      if ((error as { code?: string }).code !== "40001" || attempt === 5) throw error;
    }
  }
}

async function appendOnceAsBefore(stream: string, expected: number, commandId: UUID): Promise<Verdict> {
  const sent = { ...entry(stream, expected + 1, commandId), expected };
  const [event] = sent.events;
  const own = [sent.id, "", "null", sent.at, stream, expected, JSON.stringify(sent.meta)];
  try {
    const { rows } = await database.pool.query<Verdict>({
      name: "append_event",
      text: "SELECT * FROM append_event($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
      values: [...own, event?.id, event?.type, event?.version, JSON.stringify(event?.data)],
    });
    return rows[0] as Verdict;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== "23505" || constraint !== "commands_pkey") throw error;
    return (await database.pool.query<Verdict>("SELECT * FROM append_to_log($1)", [JSON.stringify([sent])]))
      .rows[0] as Verdict;
  }
}

/** A call of the version before inside of its function: its command waits for a twin that is undone in the end. */
async function heldCall(stream: string, expected: number) {
  const [twin, commandId] = [await connectionTo(database.url), randomUUID()];
  await twin.query("BEGIN");
  const command = "INSERT INTO commands (command_id, fingerprint, checkpoint) VALUES ($1, '', '')";
  await twin.query(command, [commandId]);
  const underWay = appendAsBefore(stream, expected, commandId);
  // Its outcome is looked at in the end.
  underWay.catch(() => {});
  await vi.waitFor(async () => {
    const waiting =
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() AND query ~ 'append_event'";
    expect((await database.pool.query(waiting)).rowCount).toBe(1);
  }, patience);
  return {
    async end(): Promise<Verdict> {
      await twin.query("ROLLBACK");
      await twin.end();
      return underWay;
    },
  };
}

const revisionsOf = async (stream: string) =>
  (await store.read(stream)).events.map(({ revision }) => revision);
const upTo = (last: number) => Array.from({ length: last + 1 }, (_, revision) => revision);

it("processes of the version before append on while a newer one brings the schema forward: none fails, nothing is lost", async () => {
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const reached = new Map<string, number>();
  const writers = Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const stream = `before-${n}`;
      for (let revision = 0; !isOver; revision += 1) {
        expect(await appendAsBefore(stream, revision - 1)).toMatchObject({ outcome: "appended" });
        reached.set(stream, revision);
      }
    }),
  );
  const further = (steps: number) => {
    const goals = [...reached].map(([stream, revision]) => [stream, revision + steps] as const);
    return until(() => {
      for (const [stream, goal] of goals) expect(reached.get(stream)).toBeGreaterThanOrEqual(goal);
    });
  };
  await beside(writers, async () => {
    await until(() => expect(reached.size).toBe(6));

    // One call is under way all the time.
    const call = await heldCall("under-way-1", -1);
    await migrate(database.pool, eventStoreMigrations);
    expect(await call.end()).toMatchObject({ outcome: "appended" });

    await further(5);
    for (let n = 0; n < 20; n += 1)
      expect(await store.append("newer-1", [numbered(n)], n - 1, commandOf())).toMatchObject({
        outcome: "appended",
      });
  });
  isOver = true;
  await writers;
  expect(await revisionsOf("under-way-1")).toEqual([0]);
  for (const [stream, last] of reached) {
    expect(await revisionsOf(stream)).toEqual(upTo(last));
    // Both go on where the other left off.
    await store.append(stream, [numbered(last + 1)], last, commandOf());
    expect(await appendAsBefore(stream, last)).toMatchObject({ outcome: "wrong-revision" });
    expect(await appendAsBefore(stream, last + 1)).toMatchObject({ outcome: "appended" });
    expect(await revisionsOf(stream)).toEqual(upTo(last + 2));
  }
});

it("a call of the version before that a newer process overtakes is too late, not a fault", async () => {
  for (const revision of [0, 1, 2]) await appendAsBefore("overtaken-1", revision - 1);
  const overtaken = await heldCall("overtaken-1", 2);
  await migrate(database.pool, eventStoreMigrations);
  await store.append("overtaken-1", [numbered(3)], 2, commandOf());
  expect(await overtaken.end()).toMatchObject({ outcome: "wrong-revision" });
  expect(await revisionsOf("overtaken-1")).toEqual(upTo(3));
  // A backup of then is put back with its rows.
  await database.pool.query("INSERT INTO streams VALUES ('put-back-1', 0)");
});
