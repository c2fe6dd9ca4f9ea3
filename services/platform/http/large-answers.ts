import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Envelope } from "#contracts/errors";
import { limitTimeShare } from "../queues/time-share.ts";
import { clientAddress } from "./client-address.ts";
import { largeAnswer, onceFinished } from "./memory-limits.ts";
import type { Later } from "./route.ts";

const pace = limitTimeShare();
/** Readers that had a large response within the last seconds. */
const readers = new LRUCache<string, true>({ max: 10_000, ttl: 10_000 });

/** Key of the reader for limits of large responses: the member, or a visitor's address. */
export const readerOf = (caller: string | null, request: IncomingMessage): string =>
  caller ?? clientAddress(request);

/**
 * Whether a response is large is known only once it is built; from then on, responses to the same reader are built at a
 * limited rate.
 */
export const atPace = <T>(reader: string, make: () => Promise<T>): Promise<T> =>
  readers.has(reader) ? pace(reader, make) : make();

export function noteAnswer(reader: string, body: string): void {
  if (body.length >= largeAnswer) readers.set(reader, true);
}

/** The items of a response that is a list or a page of one, if some of them are built while it is sent. */
export function laterItems({ data }: Envelope): readonly Later<unknown>[] | undefined {
  const items = (data as { content?: unknown } | null)?.content ?? data;
  return Array.isArray(items) && items.some((item) => typeof item === "function") ? items : undefined;
}

/** Sends a list item by item, as fast as the client reads, so that at most one item is in memory. */
export async function sendItems(
  envelope: Envelope,
  items: readonly Later<unknown>[],
  reader: string,
  response: ServerResponse,
): Promise<void> {
  const data = Array.isArray(envelope.data) ? [] : { ...(envelope.data as object), content: [] };
  const envelopeText = JSON.stringify({ ...envelope, data });
  // The envelope's message contains no brackets.
  const start = envelopeText.indexOf("[]") + 1;
  const over = new Promise<void>((resolve) => onceFinished(response, resolve));
  let before = envelopeText.slice(0, start);
  for (const item of items) {
    if (response.destroyed || response.req.socket.destroyed) return;
    const text =
      typeof item === "function"
        ? await pace(reader, async () => JSON.stringify(await item()))
        : JSON.stringify(item);
    // The item was deleted after the list was read.
    if (text === undefined) continue;
    const isRead = response.write(before + text);
    before = ",";
    if (!isRead) await Promise.race([over, new Promise((resolve) => response.once("drain", resolve))]);
  }
  response.end(before === "," ? envelopeText.slice(start) : envelopeText);
}
