import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect, it } from "vitest";
import type { Batch } from "#services/event-store/event-store";
import { p99 } from "#tests/bench/statistics";
import { commandOf, numbered } from "#tests/support/commands";
import { connectionTo } from "#tests/support/raw-append";
import { ownLog } from "./own-log.ts";
import { figure, isLong } from "./rounds.ts";

const log = ownLog();

const elsewhere = (url: string) => Object.assign(new URL(url), { pathname: "/postgres" }).href;

/** Milliseconds from the append until a subscription hands the event out, one append after the other. */
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
