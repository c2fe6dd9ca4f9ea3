import { setImmediate as turn } from "node:timers/promises";
import type pg from "pg";
import { type Batch, type Checkpoint, type RecordedEvent, StoreUnavailable } from "../event-store.ts";
import type { CopiedPage } from "./copied-page.ts";
import { copiedPage } from "./copy-out.ts";

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
  const pageAfter = (place: Checkpoint, used?: CopiedPage) => {
    const page = reachable(copiedPage(pool, place, asked, batchBytes, used?.emptied()));
    // Whoever is aborted by now does not await it any more.
    page.catch(() => {});
    return page;
  };
  let asked = size;
  let used: CopiedPage | undefined;
  let next: Promise<CopiedPage | undefined> | undefined = pageAfter(after);
  while (next && !signal?.aborted) {
    const page: CopiedPage | undefined = await next;
    if (!page) return;
    const isFull: boolean = page.isCut || page.length === asked;
    if (isFull) asked = Math.min(mostAsked, fitting(page));
    next = isFull ? pageAfter(page.checkpoint ?? after, used) : undefined;
    for (let from = 0; from < page.length; from += size) {
      const batch = await batchOf(page, after, from, from + size);
      if (signal?.aborted) return;
      yield batch;
    }
    used = page;
  }
}

/** How many events of the kind that was met last are worth a page. */
const worth = new WeakMap<pg.Pool, number>();

/** Many events at once, of large ones fewer. @throws StoreUnavailable */
export async function readMany(pool: pg.Pool, after: Checkpoint, limit: number): Promise<Batch> {
  const events: RecordedEvent[] = [];
  let bytes = 0;
  for (let at = after; ; ) {
    const asked = Math.min(limit - events.length, worth.get(pool) ?? limit);
    const page = await copiedPage(pool, at, asked, batchBytes - bytes);
    const batch = await batchOf(page, at);
    for (const event of batch.events) events.push(event);
    at = batch.checkpoint;
    bytes += page.bytes;
    if (page.length > 0) worth.set(pool, fitting(page));
    const isAtEnd = page.length < asked || events.length === limit;
    if (isAtEnd || bytes >= pageBytes) return { events, checkpoint: at };
  }
}

/** A few at a time: meanwhile the next page is asked for and comes, and whatever else this process has to do is done. */
async function batchOf(
  page: CopiedPage,
  after: Checkpoint,
  from = 0,
  to: number = page.length,
): Promise<Batch> {
  const events: RecordedEvent[] = [];
  for (let at = from; at < Math.min(to, page.length); at += sliceSize) {
    await turn();
    for (const event of page.events(at, Math.min(at + sliceSize, to))) events.push(event);
  }
  return { events, checkpoint: events.at(-1)?.checkpoint ?? after };
}

/** How many events like these are worth a page. */
const fitting = ({ length, bytes }: CopiedPage): number =>
  Math.max(1, Math.floor((pageBytes * length) / bytes));

const reachable = (page: Promise<CopiedPage>) =>
  page.catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  });
