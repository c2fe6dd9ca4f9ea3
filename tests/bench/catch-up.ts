import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { EventStore } from "#services/event-store/event-store";
import type { Figures } from "./figures.ts";
import { filled, fillLog, withLog } from "./set-up.ts";
import { medianOfRounds } from "./statistics.ts";

const { events } = filled;
const rounds = 5;

/**
 * A log of 200,000 events through `subscribe`, each as an object, beside binary COPY of the same table in log order, which
 * is not parsed. Interleaved rounds; the ratio is the median over the rounds.
 */
export async function benchCatchUp({ atLeast }: Figures): Promise<void> {
  await withLog(async ({ pool, store }) => {
    await fillLog(pool);
    const own: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      beside.push(await perSecond(() => copyOut(pool)));
      own.push(await perSecond(() => follow(store)));
    }
    atLeast(0.3, { what: "through subscribe", unit: "events/s", ...medianOfRounds(own, beside) });
  });
}

async function perSecond(use: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await use();
  return (events * 1000) / (performance.now() - began);
}

async function follow(store: EventStore): Promise<void> {
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
