import { setImmediate as turn } from "node:timers/promises";
import type pg from "pg";
import { type Batch, type Checkpoint, type RecordedEvent, StoreUnavailable } from "../event-store.ts";
import { copiedEvent } from "./copied-event.ts";
import { type CopiedLines, copiedLines } from "./copied-lines.ts";

/** Events of a batch. More at once would live longer than the youngest generation and cost more to keep than to make. */
export const batchSize = 1000;
/** Events asked for at once, unless they are large. */
const pageSize = 2000;
/** Events taken apart in one go: about half a millisecond. */
const sliceSize = 250;
/** Bytes after which a batch takes no further event. */
export const batchBytes = 8 * 1024 * 1024;
/** Bytes of a page, about. */
const pageBytes = batchBytes / 2;

interface FarBehindOptions {
  /** Events of a batch, at most. */
  readonly size?: number;
  readonly signal?: AbortSignal;
}

/**
 * The log from a checkpoint on in batches, while there is more than one page of it. The next page is on its way while one
 * is used. Ends near the head, when aborted, and when the store cannot be reached.
 */
export async function* farBehind(
  pool: pg.Pool,
  after: Checkpoint,
  { size = batchSize, signal }: FarBehindOptions = {},
): AsyncGenerator<Batch> {
  const mostAsked = Math.max(size, pageSize);
  const pageAfter = (place: Checkpoint) => {
    const page = reachable(copiedLines(pool, place, asked, batchBytes));
    // Whoever is aborted by now does not await it any more.
    page.catch(() => {});
    return page;
  };
  let asked = size;
  let next: Promise<CopiedLines | undefined> | undefined = pageAfter(after);
  while (next && !signal?.aborted) {
    const page: CopiedLines = (await next) ?? nothing();
    const { lines } = page;
    const isFull = page.isCut || lines.length === asked;
    if (isFull) asked = Math.min(mostAsked, fitting(page));
    next = isFull ? pageAfter(checkpointOf(lines.at(-1), after)) : undefined;
    for (let from = 0; from < lines.length; from += size) {
      const batch = await batchOf(lines.slice(from, from + size), after);
      if (signal?.aborted) return;
      yield batch;
    }
    // Else whatever has outlived a collection keeps them, and the following ones, until one of everything: half of all
    // the time spent on collecting.
    lines.length = 0;
  }
}

const nothing = (): CopiedLines => ({ lines: [], bytes: 0, isCut: false });

/** How many events of the kind that was met last are worth a page. */
const worth = new WeakMap<pg.Pool, number>();

/** Many events at once, of large ones fewer. @throws StoreUnavailable */
export async function readMany(pool: pg.Pool, after: Checkpoint, limit: number): Promise<Batch> {
  const lines: string[] = [];
  let bytes = 0;
  for (let at = after; ; at = checkpointOf(lines.at(-1), after)) {
    const asked = Math.min(limit - lines.length, worth.get(pool) ?? limit);
    const page = await copiedLines(pool, at, asked, batchBytes - bytes);
    for (const line of page.lines) lines.push(line);
    bytes += page.bytes;
    if (page.lines.length > 0) worth.set(pool, fitting(page));
    const isAtEnd = page.lines.length < asked || lines.length === limit;
    if (isAtEnd || bytes >= pageBytes) return batchOf(lines, after);
  }
}

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
const fitting = ({ lines, bytes }: CopiedLines): number =>
  Math.max(1, Math.floor((pageBytes * lines.length) / bytes));

const reachable = (page: Promise<CopiedLines>) =>
  page.catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  });
