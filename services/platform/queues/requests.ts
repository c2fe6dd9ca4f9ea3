import type { ServerResponse } from "node:http";
import { oneJobPerName } from "#contracts/jobs";
import { onceFinished } from "../http/memory-limits.ts";

/**
 * The connection of the previous request may be slow or dead; the next one waits no longer than this (milliseconds).
 */
const usualPatienceMs = 1000;

/** Bytes received during a turn above which a request counts as large; its declared length may be absent. */
const largeBytes = 65_536;

/**
 * One request of each name at a time: each gets its turn once the response of the previous one has been sent, its
 * connection has closed, or its turn has lasted `patienceMs`; after a large request, `restMs` later.
 */
export function oneRequestPerName(patienceMs = usualPatienceMs, restMs = 0) {
  const inTurn = oneJobPerName();
  return (name: string, response: ServerResponse): Promise<void> =>
    new Promise((begin) => {
      if (response.destroyed || response.req.socket.destroyed) return begin();
      const { socket } = response.req;
      const bytesBefore = socket.bytesRead;
      const over = new Promise<number>((resolve) =>
        onceFinished(response, () => resolve(socket.bytesRead - bytesBefore > largeBytes ? restMs : 0)),
      );
      // The patience begins with the turn: otherwise all requests that have waited as long would proceed together.
      void inTurn(name, async () => {
        begin();
        await endOfTurn(over, patienceMs);
      });
    });
}

const endOfTurn = (over: Promise<number>, patienceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs).unref();
    void over.then((rest) => {
      clearTimeout(timer);
      if (rest === 0) resolve();
      else setTimeout(resolve, rest).unref();
    });
  });

/**
 * Queue per member: many megabytes of one member, concurrent or without a pause, would block thread, read models and
 * database for all others.
 */
export const turnForLargeBody = oneRequestPerName(usualPatienceMs, 250);
