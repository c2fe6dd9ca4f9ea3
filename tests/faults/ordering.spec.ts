import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, it } from "vitest";
import type { RecordedEvent } from "#services/event-store/event-store";
import { postgresEventStore } from "#services/event-store/postgres";
import { follow } from "#tests/event-store/event-store.contract";
import { commandOf, numbered } from "#tests/support/commands";
import { appendRaw, entry } from "#tests/support/raw-append";
import { ownLog } from "./own-log.ts";
import { seededRandom } from "./random.ts";
import { figure, isLong } from "./rounds.ts";

const log = ownLog();

const transactions = 30;
const seconds = 60;

/** Appends one or two streams at a time with a delay before the commit, of which one in fifty never comes. */
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

it("T2 three readers see every event once and in one order while 32 writers commit early, late or not at all", async () => {
  const { store, database } = log;
  const { seed, random } = seededRandom();
  const after = await store.head();
  const pool = new pg.Pool({ connectionString: database.url, max: 40 });
  // At the end the database goes, perhaps before the server has let go of all of these.
  pool.on("error", () => {});
  const committed: string[] = [];
  let writing = true;
  const others = [postgresEventStore(pool), postgresEventStore(pool)];
  const readers = [store, ...others].map((reader) =>
    follow(reader, after, (seen) => !writing && seen.length > committed.length),
  );
  await Promise.all(Array.from({ length: 32 }, (_, writer) => write(pool, writer, committed, random)));
  writing = false;
  // Wakes readers that have seen everything before the writers were done; all have to reach it.
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
