import type pg from "pg";
import type { Entry, Verdict } from "./entry.ts";

/** Whether one of the quick functions can take these entries (quick-append-schema.ts). */
export const isQuick = (entries: readonly Entry[]): boolean =>
  entries.every(({ events, forget }) => events.length > 0 && !forget);

/**
 * Appends entries that are sorted by stream, in one transaction and one round trip; verdicts in their order.
 * @throws an error of the database; `isRepetition` says whether one of several had been appended before
 */
export async function appendQuickly(pool: pg.Pool, entries: readonly Entry[]): Promise<Verdict[]> {
  const [entry, ...others] = entries as [Entry, ...Entry[]];
  return others.length === 0 && entry.events.length === 1
    ? [await appendEvent(pool, entry)]
    : appendBatch(pool, entries);
}

export const isRepetition = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === "23505" && constraint === "commands_pkey";
};

async function appendEvent(pool: pg.Pool, entry: Entry): Promise<Verdict> {
  const [event] = entry.events as [Entry["events"][number]];
  const { rows } = await pool.query<Verdict>({
    name: "append_event",
    text: "SELECT * FROM append_event($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    values: [
      entry.id,
      entry.fingerprint,
      JSON.stringify(entry.answer),
      entry.at,
      entry.stream,
      entry.expected,
      JSON.stringify(entry.meta),
      event.id,
      event.type,
      event.version,
      JSON.stringify(event.data),
    ],
  });
  return rows[0] as Verdict;
}

interface BatchRow {
  readonly epoch: number;
  readonly txid: string;
  /** Places of entries, counted from 1. */
  readonly refused: readonly number[];
}

async function appendBatch(pool: pg.Pool, entries: readonly Entry[]): Promise<Verdict[]> {
  let last = 0;
  const lasts = entries.map(({ events }) => {
    last += events.length;
    return last;
  });
  const events = entries.flatMap((entry, index) =>
    entry.events.map((event, n) => ({ ...event, place: index + 1, revision: entry.expected + 1 + n })),
  );
  const { rows } = await pool.query<BatchRow>({
    name: "append_batch",
    text: "SELECT * FROM append_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
    values: [
      entries.map(({ id }) => id),
      entries.map(({ fingerprint }) => fingerprint),
      entries.map(({ answer }) => JSON.stringify(answer)),
      entries.map(({ at }) => at),
      entries.map(({ stream }) => stream),
      entries.map(({ expected }) => expected),
      entries.map(({ meta }) => JSON.stringify(meta)),
      entries.map((entry) => entry.events.length),
      lasts,
      events.map(({ place }) => place),
      events.map((_, index) => index + 1),
      events.map(({ revision }) => revision),
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ version }) => version),
      events.map(({ data }) => JSON.stringify(data)),
    ],
  });
  const { epoch, txid, refused } = rows[0] as BatchRow;
  const isRefused = new Set(refused);
  return lasts.map((number, index) =>
    isRefused.has(index + 1)
      ? { outcome: "wrong-revision" }
      : { outcome: "appended", checkpoint: `${epoch}.${txid}.${number}` },
  );
}
