import type { ServerResponse } from "node:http";
import { onceOver } from "./memory-limits.ts";

/** A former request's connection may be slow or dead: the next one waits no longer than this (milliseconds). */
const usualPatienceMs = 1000;

/** What came of a request during its turn counts as large above this. Its declared length may be absent. */
const largeBytes = 65_536;

/**
 * Resolves when a request may go on: those of one name one after the other, each until its answer has been sent, its
 * connection has closed, or it has had its turn for `patienceMs`; after a large one `restMs` later.
 */
export function createTurns(patienceMs = usualPatienceMs, restMs = 0) {
  const last = new Map<string, Promise<void>>();
  return async (name: string, response: ServerResponse): Promise<void> => {
    if (response.destroyed || response.req.socket.destroyed) return;
    const before = last.get(name);
    const { socket } = response.req;
    const bytesBefore = socket.bytesRead;
    const over = new Promise<number>((resolve) =>
      onceOver(response, () => resolve(socket.bytesRead - bytesBefore > largeBytes ? restMs : 0)),
    );
    const mine = endOfTurn(before, over);
    last.set(name, mine);
    void mine.then(() => last.get(name) === mine && last.delete(name));
    await before;
  };

  /** The time counts from the beginning of the turn: otherwise all who have waited as long would go on at once. */
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
 * By member. Many megabytes at once of one member, or one after the other without a rest, would keep this thread, the
 * read models and the database from all others.
 */
export const turnForLargeBody = createTurns(usualPatienceMs, 250);
