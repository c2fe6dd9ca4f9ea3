import { randomUUID } from "node:crypto";
import type pg from "pg";
import { postgresEventStore } from "#services/event-store/postgres";
import { eventStoreMigrations } from "#services/event-store/schema";
import { openDatabase } from "#services/platform/database";
import { migrate } from "#services/platform/migrations";
import { commandOf, numbered } from "../commands.ts";
import { withPostgres } from "../with-postgres.ts";
import type { Figures } from "./figures.ts";

const rounds = 5;
const roundMs = 400;

/** Calls per second of `concurrency` callers, each with one call under way. */
async function rate(concurrency: number, call: () => Promise<unknown>): Promise<number> {
  let calls = 0;
  const begin = performance.now();
  const caller = async () => {
    while (performance.now() - begin < roundMs) {
      await call();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  return calls / ((performance.now() - begin) / 1000);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const shown = (value: number) => Math.round(value).toLocaleString("en");

/**
 * Appends of one event on a durable disk, against the plainest thing Postgres can do: one prepared INSERT per commit,
 * in interleaved rounds of one run. Then reading the whole log by pages, against one SELECT of everything.
 */
export async function benchAppend({ remark: print }: Figures): Promise<void> {
  await withPostgres(async (url) => {
    const { pool, close } = openDatabase(url, { max: 40, statementTimeoutMs: 0 });
    await migrate(pool, eventStoreMigrations);
    await pool.query(
      "CREATE TABLE plain (stream text, n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, data json)",
    );
    const store = postgresEventStore(pool);
    const insert = () =>
      pool.query({
        name: "plain",
        text: "INSERT INTO plain (stream, data) VALUES ($1, $2)",
        values: [randomUUID(), '{"n":1}'],
      });
    const append = () => store.append(`bench-${randomUUID()}`, [numbered(1)], -1, commandOf());
    for (const concurrency of [1, 8, 32]) {
      const ratios: number[] = [];
      const rates: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const limit = await rate(concurrency, insert);
        const own = await rate(concurrency, append);
        ratios.push(own / limit);
        rates.push(own);
      }
      print(
        `append c=${concurrency}: ${shown(median(rates))}/s, ${median(ratios).toFixed(2)} of one plain INSERT per commit`,
      );
    }
    await benchCatchUp(pool, store, print);
    await store.close();
    await close();
  });
}

async function benchCatchUp(
  pool: pg.Pool,
  store: ReturnType<typeof postgresEventStore>,
  print: (line: string) => void,
): Promise<void> {
  const many = Array.from({ length: 1000 }, (_, n) => numbered(n));
  for (let n = 0; n < 40; n += 1) await store.append(`long-${n}`, many, -1, commandOf());
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let begin = performance.now();
    const { rows } = await pool.query("SELECT * FROM events ORDER BY epoch, txid, seq");
    const whole = rows.length / (performance.now() - begin);
    begin = performance.now();
    let read = 0;
    for (let at = store.start; ; ) {
      const batch = await store.readAll(at, 1000);
      if (batch.events.length === 0) break;
      read += batch.events.length;
      at = batch.checkpoint;
    }
    const own = read / (performance.now() - begin);
    ratios.push(own / whole);
    rates.push(own * 1000);
  }
  print(
    `catch-up: ${shown(median(rates))} events/s, ${median(ratios).toFixed(2)} of one SELECT of the whole table`,
  );
}
