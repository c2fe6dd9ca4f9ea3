import { setImmediate as turn } from "node:timers/promises";
import type pg from "pg";
import { copiedEvent } from "./copied-event.ts";
import { copiedLines } from "./copied-lines.ts";
import { type Batch, type Checkpoint, type RecordedEvent, StoreUnavailable } from "./event-store.ts";

/** Events of a batch. More at once would live longer than the youngest generation and cost more to keep than to make. */
export const batchSize = 1000;
/** Events asked for at once, unless they are large. */
const pageSize = 2000;
/** Events taken apart in one go: about half a millisecond. */
const sliceSize = 250;
/** Characters of a page, about. */
const pageLength = 4_000_000;

/**
 * The log from a checkpoint on in batches, while there is more than one page of it. The next page is on its way while one
 * is used. Ends near the head, when aborted, and when the store cannot be reached.
 */
export async function* farBehind(
  pool: pg.Pool,
  after: Checkpoint,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  let asked = batchSize;
  let next: Promise<string[] | undefined> | undefined = reachable(copiedLines(pool, after, asked));
  // Whoever is aborted by now does not await it any more.
  next.catch(() => {});
  while (next && !signal.aborted) {
    const lines: string[] = (await next) ?? [];
    const isFull = lines.length === asked;
    if (isFull) asked = fitting(lines);
    next = isFull ? reachable(copiedLines(pool, checkpointOf(lines.at(-1), after), asked)) : undefined;
    next?.catch(() => {});
    for (let from = 0; from < lines.length; from += batchSize) {
      const batch = await batchOf(lines.slice(from, from + batchSize), after);
      if (signal.aborted) return;
      yield batch;
    }
  }
}

/** Many events at once. @throws StoreUnavailable */
export const readMany = async (pool: pg.Pool, after: Checkpoint, limit: number): Promise<Batch> =>
  batchOf(await copiedLines(pool, after, limit), after);

/** A few at a time: meanwhile the next page is asked for and comes, and whatever else this process has to do is done. */
async function batchOf(lines: readonly string[], after: Checkpoint): Promise<Batch> {
  const events: RecordedEvent[] = [];
  for (let from = 0; from < lines.length; from += sliceSize) {
    await turn();
    for (const line of lines.slice(from, from + sliceSize)) events.push(copiedEvent(line));
  }
  return { events, checkpoint: events.at(-1)?.checkpoint ?? after };
}

const checkpointOf = (line: string | undefined, after: Checkpoint) =>
  line === undefined ? after : copiedEvent(line).checkpoint;

/** How many events like these are worth a page. */
function fitting(lines: readonly string[]): number {
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  return Math.max(batchSize, Math.min(pageSize, Math.floor((pageLength * lines.length) / length)));
}

const reachable = (lines: Promise<string[]>) =>
  lines.catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  });
