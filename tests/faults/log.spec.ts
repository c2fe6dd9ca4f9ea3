import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, it } from "vitest";
import type { Batch, RecordedEvent } from "#services/event-store/event-store";
import { postgresEventStore } from "#services/event-store/postgres";
import { p99 } from "#tests/bench/statistics";
import { follow } from "#tests/event-store/event-store.contract";
import { commandOf, numbered } from "#tests/support/commands";
import { killedWhileAppending } from "#tests/support/killed-while-appending";
import { appendRaw, connectionTo, entry } from "#tests/support/raw-append";
import { figure, isLong, seededRandom } from "./rounds.ts";
import { ownLog } from "./starters.ts";

const log = ownLog();

const transactions = 30;
const seconds = 60;

/** Appends to one or two streams at a time with a delay before the commit, which one in fifty never reaches. */
async function write(
  pool: pg.Pool,
  writer: number,
  committed: string[],
  random: () => number,
): Promise<void> {
  const client = await pool.connect();
  const begun = performance.now();
  const isOver = (n: number) => (isLong ? performance.now() - begun > seconds * 1000 : n >= transactions);
  for (let n = 0; !isOver(n); n += 1) {
    const made = [entry(`w${writer}-${randomUUID()}`, n), entry(`w${writer}-${randomUUID()}`, n)];
    const together = made.slice(0, 1 + (n % 2));
    await client.query("BEGIN");
    await appendRaw(client, ...together);
    await pause(random() * 8);
    const isUndone = random() < 0.02;
    await client.query(isUndone ? "ROLLBACK" : "COMMIT");
    if (!isUndone) committed.push(...together.map(({ events }) => events[0]?.id ?? ""));
  }
  client.release();
}

it("T2 three readers receive every event once and in one order while 32 writers commit early, late or not at all", async () => {
  const { store, database } = log;
  const { seed, random } = seededRandom();
  const after = await store.head();
  const pool = new pg.Pool({ connectionString: database.url, max: 40 });
  // The database is dropped at the end, perhaps before the server has closed all connections.
  pool.on("error", () => {});
  const committed: string[] = [];
  let writing = true;
  const others = [postgresEventStore(pool), postgresEventStore(pool)];
  const readers = [store, ...others].map((reader) =>
    follow(reader, after, (seen) => !writing && seen.length > committed.length),
  );
  await Promise.all(Array.from({ length: 32 }, (_, writer) => write(pool, writer, committed, random)));
  writing = false;
  // Wakes readers that had read everything before the writers finished; all must reach it.
  await store.append(`last-${randomUUID()}`, [numbered(0)], -1, commandOf());
  const [one = [], ...rest] = await Promise.all(readers);
  const idsOf = (events: readonly RecordedEvent[]) => events.map(({ eventId }) => eventId);
  const seen = new Set(idsOf(one));
  expect(seen.size).toBe(one.length);
  expect(
    committed.filter((id) => !seen.has(id)),
    `seed ${seed}`,
  ).toEqual([]);
  expect(one.length).toBe(committed.length + 1);
  for (const other of rest) expect(idsOf(other)).toEqual(idsOf(one));
  expect(
    one.every(({ checkpoint }, n) => n === 0 || store.compare(one[n - 1]!.checkpoint, checkpoint) < 0),
  ).toBe(true);
  figure(
    "T2",
    `${committed.length} events in ${seconds} s, 0 lost, 0 doubled, one order for three readers (seed ${seed})`,
  );
  for (const other of others) await other.close();
  await pool.end();
}, 300_000);

const elsewhere = (url: string) => Object.assign(new URL(url), { pathname: "/postgres" }).href;

/** Milliseconds from each append until a subscription delivers the event, one append after the other. */
async function lags(): Promise<number[]> {
  const { store } = log;
  const stop = new AbortController();
  const batches = store.subscribe(await store.head(), stop.signal)[Symbol.asyncIterator]();
  const all: number[] = [];
  const begun = performance.now();
  const isOver = () => (isLong ? performance.now() - begun > 60_000 : all.length >= 20);
  for (let n = 0; !isOver(); n += 1) {
    const appended = performance.now();
    await store.append(`free-${randomUUID()}`, [numbered(n)], -1, commandOf());
    const { value } = await batches.next();
    expect((value as Batch | undefined)?.events.map(({ data }) => data.n)).toEqual([n]);
    all.push(performance.now() - appended);
  }
  stop.abort();
  return all;
}

it.each([
  ["in this database", (url: string) => url],
  ["in another database of the cluster", elsewhere],
])(
  "T4 a foreign transaction that has written and stays open %s holds up no reader",
  async (where, urlOf) => {
    const foreign: pg.Client = await connectionTo(urlOf(log.database.url));
    await foreign.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await foreign.query("CREATE TEMP TABLE notes ON COMMIT DROP AS SELECT 1 AS n");
    const { rows } = await foreign.query(
      "SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS has_written",
    );
    expect(rows).toEqual([{ has_written: true }]);
    const all = await lags();
    await foreign.query("ROLLBACK");
    await foreign.end();
    const lag = p99(all);
    figure("T4", `${all.length} events beside a transaction open ${where}: lag p99 ${lag.toFixed(1)} ms`);
    if (isLong) expect(lag).toBeLessThan(1000);
  },
  120_000,
);

it("T6 a process killed during appends loses nothing acknowledged and duplicates nothing that is repeated with its ids", async () => {
  const settings = { LOG_URL: log.database.url };
  const runs = [await killedWhileAppending(settings), await killedWhileAppending(settings)];
  const sent = runs.flatMap((run) => run.sent);
  const answered = runs.flatMap((run) => run.answered);
  const stored = async () => {
    const { rows } = await log.database.pool.query<{ id: string }>(
      "SELECT meta->>'commandId' AS id FROM events WHERE type = 'Burst'",
    );
    return rows.map(({ id }) => id).sort();
  };
  const survivors = new Set(await stored());
  expect(answered.filter((id) => !survivors.has(id))).toEqual([]);
  const repeated = sent.map((commandId) =>
    log.store.append(`burst-${commandId}`, [numbered(0, "Burst")], -1, commandOf({ commandId })),
  );
  await Promise.all(repeated);
  expect(await stored()).toEqual(sent.sort());
});
