import type pg from "pg";
import { asPortError, sqlState } from "../unavailable.ts";
import type { Entry, Verdict } from "./entry.ts";
import { pastStale } from "./past-stale.ts";
import { appendQuickly, type Behind, isQuick } from "./quick-append.ts";

const attempts = 5;
/** Deadlock and serialisation failure: the transaction was undone and may simply be done again. */
const undone = new Set(["40P01", "40001"]);

/**
 * Appends each entry or not, by itself, in one transaction; verdicts in the order of the entries. `behind` goes with what
 * takes the quick way.
 */
export async function appendEntries(
  pool: pg.Pool,
  entries: readonly Entry[],
  behind?: Behind,
): Promise<readonly Verdict[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await pastStale(pool, () => appendOnce(pool, entries, behind));
    } catch (error) {
      if (undone.has(sqlState(error) ?? "") && attempt < attempts) continue;
      const failure = asPortError(error);
      if (failure !== error) throw failure;
      return entries.length > 1 ? appendSeparately(pool, entries) : [await judge(pool, entries[0], error)];
    }
  }
}

/** Something about one of them was refused by the database: let the others not suffer for it. */
async function appendSeparately(pool: pg.Pool, entries: readonly Entry[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const entry of entries) {
    const own = await appendEntries(pool, [entry]).catch((error) => [{ outcome: "failed" as const, error }]);
    verdicts.push(...own);
  }
  return verdicts;
}

/** Events that are there already, though their command is forgotten by now, mean a very late repetition. */
async function judge(pool: pg.Pool, entry: Entry | undefined, error: unknown): Promise<Verdict> {
  if (sqlState(error) !== "23505" || !entry) return { outcome: "failed", error };
  const { rows } = await pool
    .query<{ checkpoint: string }>("SELECT checkpoint FROM place_of_event($1)", [entry.events.at(-1)?.id])
    .catch((failure: unknown) => {
      throw asPortError(failure);
    });
  const { fingerprint, answer } = entry;
  return rows[0]
    ? { outcome: "repeated", checkpoint: rows[0].checkpoint, fingerprint, answer }
    : { outcome: "failed", error };
}

async function appendOnce(
  pool: pg.Pool,
  entries: readonly Entry[],
  behind?: Behind,
): Promise<readonly Verdict[]> {
  if (entries.length === 1) return appendSorted(pool, entries, behind);
  const order = entries.map((_, index) => index);
  // All batches lock streams in the same order, so that they wait for each other, not in a circle.
  order.sort((a, b) => compareTexts(entries[a]?.stream ?? "", entries[b]?.stream ?? "") || a - b);
  const sorted = order.map((index) => entries[index] as Entry);
  const verdicts: Verdict[] = [];
  for (const [place, verdict] of (await appendSorted(pool, sorted, behind)).entries())
    verdicts[order[place] ?? -1] = verdict;
  return verdicts;
}

async function appendSorted(
  pool: pg.Pool,
  entries: readonly Entry[],
  behind?: Behind,
): Promise<readonly Verdict[]> {
  const verdicts = isQuick(entries) ? await appendQuickly(pool, entries, behind) : [];
  const left = entries.filter((_, place) => !verdicts[place]);
  if (left.length === 0) return verdicts as readonly Verdict[];
  const decided = (await appendSlowly(pool, left)).values();
  return entries.map((_, place) => verdicts[place] ?? (decided.next().value as Verdict));
}

async function appendSlowly(pool: pg.Pool, entries: readonly Entry[]): Promise<Verdict[]> {
  const { rows } = await pool.query<Verdict & { n: number }>({
    name: "append_to_log",
    text: "SELECT * FROM append_to_log($1)",
    values: [JSON.stringify(entries)],
  });
  const verdicts: Verdict[] = [];
  for (const { n, ...verdict } of rows) verdicts[n - 1] = verdict;
  return verdicts;
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
