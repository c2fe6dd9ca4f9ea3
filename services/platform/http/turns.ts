import type { ServerResponse } from "node:http";
import { onceFinished } from "./memory-limits.ts";

/**
 * The connection of the previous request may be slow or dead; the next one waits no longer than this (milliseconds).
 */
const usualPatienceMs = 1000;

/** Bytes received during a turn above which a request counts as large; its declared length may be absent. */
const largeBytes = 65_536;

/**
 * Queues requests by name: each gets its turn once the response of the previous one has been sent, its connection has
 * closed, or its turn has lasted `patienceMs`; after a large request, `restMs` later.
 */
export function createTurns(patienceMs = usualPatienceMs, restMs = 0) {
  const last = new Map<string, Promise<void>>();
  return async (name: string, response: ServerResponse): Promise<void> => {
    if (response.destroyed || response.req.socket.destroyed) return;
    const before = last.get(name);
    const { socket } = response.req;
    const bytesBefore = socket.bytesRead;
    const over = new Promise<number>((resolve) =>
      onceFinished(response, () => resolve(socket.bytesRead - bytesBefore > largeBytes ? restMs : 0)),
    );
    const mine = endOfTurn(before, over);
    last.set(name, mine);
    void mine.then(() => last.get(name) === mine && last.delete(name));
    await before;
  };

  /**
   * The time counts from the beginning of the turn: otherwise all requests that have waited as long would proceed
   * together.
   */
  async function endOfTurn(before: Promise<void> | undefined, over: Promise<number>): Promise<void> {
    await before;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patienceMs).unref();
      void over.then((rest) => {
        clearTimeout(timer);
        if (rest === 0) resolve();
        else setTimeout(resolve, rest).unref();
      });
    });
  }
}

/**
 * Queue per member: many megabytes of one member, concurrent or without a pause, would block thread, read models and
 * database for all others.
 */
export const turnForLargeBody = createTurns(usualPatienceMs, 250);
