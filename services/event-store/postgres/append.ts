import type pg from "pg";
import { asPortError, retryStale, sqlState } from "../unavailable.ts";
import { appendInOneStatement, isQuick } from "./append-statements.ts";
import type { Entry, Outcome } from "./entry.ts";

const maxAttempts = 5;
/** Deadlock and serialisation failure: the transaction was rolled back and may be repeated. */
const rolledBack = new Set(["40P01", "40001"]);

/** Appends each entry independently of the others in one transaction; outcomes are in the order of the entries. */
export async function appendEntries(pool: pg.Pool, entries: readonly Entry[]): Promise<readonly Outcome[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await retryStale(pool, () => appendOnce(pool, entries));
    } catch (error) {
      if (rolledBack.has(sqlState(error) ?? "") && attempt < maxAttempts) continue;
      const failure = asPortError(error);
      if (failure !== error) throw failure;
      return entries.length > 1
        ? appendSeparately(pool, entries)
        : [await outcomeOfRefused(pool, entries[0], error)];
    }
  }
}

/** The database rejected one of the entries; appending them separately lets the others succeed. */
async function appendSeparately(pool: pg.Pool, entries: readonly Entry[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const entry of entries) {
    const own = await appendEntries(pool, [entry]).catch((error) => [{ outcome: "failed" as const, error }]);
    outcomes.push(...own);
  }
  return outcomes;
}

/** Existing events whose command has been pruned mean a very late repetition. */
async function outcomeOfRefused(pool: pg.Pool, entry: Entry | undefined, error: unknown): Promise<Outcome> {
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

async function appendOnce(pool: pg.Pool, entries: readonly Entry[]): Promise<readonly Outcome[]> {
  // All batches lock streams in the same order, so that they cannot deadlock.
  const order = entries.map((_, index) => index);
  order.sort((a, b) => compareTexts(entries[a]?.stream ?? "", entries[b]?.stream ?? "") || a - b);
  const sorted = order.map((index) => entries[index] as Entry);
  const outcomes: Outcome[] = [];
  for (const [n, outcome] of (await appendSorted(pool, sorted)).entries()) outcomes[order[n] ?? -1] = outcome;
  return outcomes;
}

async function appendSorted(pool: pg.Pool, entries: readonly Entry[]): Promise<readonly Outcome[]> {
  const outcomes = isQuick(entries) ? await appendInOneStatement(pool, entries) : [];
  const undecided = entries.filter((_, n) => !outcomes[n]);
  if (undecided.length === 0) return outcomes as readonly Outcome[];
  const decided = (await appendByFunction(pool, undecided)).values();
  return entries.map((_, n) => outcomes[n] ?? (decided.next().value as Outcome));
}

async function appendByFunction(pool: pg.Pool, entries: readonly Entry[]): Promise<Outcome[]> {
  const { rows } = await pool.query<Outcome & { n: number }>({
    name: "append_to_log",
    text: "SELECT * FROM append_to_log($1)",
    values: [JSON.stringify(entries)],
  });
  const outcomes: Outcome[] = [];
  for (const { n, ...outcome } of rows) outcomes[n - 1] = outcome;
  return outcomes;
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
