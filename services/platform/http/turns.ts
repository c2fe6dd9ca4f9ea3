import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { onceOver } from "./memory-limits.ts";

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
