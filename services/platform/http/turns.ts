import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { clientAddress } from "./client-address.ts";
import { largeAnswer, onceOver } from "./memory-limits.ts";

/** A former request's connection may be slow or dead: the next one waits no longer than this (milliseconds). */
const usualPatienceMs = 1000;

/**
 * Resolves when a request may go on: those of one name one after the other, each until its answer has been sent or its
 * connection has closed.
 */
export function createTurns(patienceMs = usualPatienceMs) {
  const last = new Map<string, Promise<unknown>>();
  return async (name: string, response: ServerResponse): Promise<void> => {
    if (response.destroyed || response.req.socket.destroyed) return;
    const before = last.get(name);
    const over = new Promise<void>((resolve) => onceOver(response, resolve));
    const mine = Promise.all([before, over]);
    last.set(name, mine);
    void mine.then(() => last.get(name) === mine && last.delete(name));
    if (before) await Promise.race([before, pause(patienceMs, undefined, { ref: false })]);
  };
}

/** By member. Many megabytes at once of one member would keep this thread from all others. */
export const turnForLargeBody = createTurns();

const turnOfAddress = createTurns();
/** Addresses that have had a large answer lately. */
const readers = new LRUCache<string, true>({ max: 10_000, ttl: 10_000 });

/** Notes who reads large answers: from then on this address gets the next ones one after the other. */
export function noteAnswer(request: IncomingMessage, body: string): void {
  if (body.length >= largeAnswer) readers.set(clientAddress(request), true);
}

/** Whether an answer will be large is known only when it is there: those after it wait for their turn. */
export async function turnAfterLarge(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (readers.size === 0) return;
  const address = clientAddress(request);
  if (readers.has(address)) await turnOfAddress(address, response);
}
