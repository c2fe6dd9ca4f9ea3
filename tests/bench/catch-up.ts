import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { postgresEventStore } from "#services/event-store/postgres";
import { eventStoreMigrations } from "#services/event-store/postgres/schema";
import { openDatabase } from "#services/platform/database/database";
import { migrate } from "#services/platform/database/migrations";
import { withPostgres } from "../support/with-postgres.ts";
import { fillLog } from "./counted-log.ts";
import type { Figures } from "./figures.ts";
import { median } from "./statistics.ts";

const events = 200_000;
const streams = 200;
const rounds = 5;

/**
 * A log of 200,000 events through `subscribe`, each as an object, beside binary COPY of the same table in log order, which
 * is not parsed. Interleaved rounds; the ratio is the median over the rounds.
 */
export async function benchCatchUp({ atLeast }: Figures): Promise<void> {
  await withPostgres(async (url) => {
    const { pool, close } = openDatabase(url, { statementTimeoutMs: 0 });
    await migrate(pool, eventStoreMigrations);
    await fillLog(pool, events, streams);
    const store = postgresEventStore(pool);
    const own: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      beside.push(await perSecond(() => copyOut(pool)));
      own.push(await perSecond(() => follow(store)));
    }
    atLeast(0.35, {
      what: "through subscribe",
      value: median(own),
      unit: "events/s",
      limit: median(beside),
      ratio: median(own.map((each, round) => each / (beside[round] ?? 0))),
    });
    await store.close();
    await close();
  });
}

async function perSecond(use: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await use();
  return (events * 1000) / (performance.now() - began);
}

async function follow(store: ReturnType<typeof postgresEventStore>): Promise<void> {
  const stop = new AbortController();
  let seen = 0;
  for await (const batch of store.subscribe(store.start, stop.signal)) {
    seen += batch.events.length;
    if (seen === events) stop.abort();
  }
}

async function copyOut(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const rows = client.query(
      copyTo("COPY (SELECT * FROM events ORDER BY epoch, txid, seq) TO STDOUT (FORMAT binary)"),
    );
    let bytes = 0;
    for await (const part of rows) bytes += part.length;
    if (bytes === 0) throw new Error("COPY gave nothing");
  } finally {
    client.release();
  }
}
