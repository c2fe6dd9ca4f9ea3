import type pg from "pg";
import { pastStale } from "../../event-store/postgres/past-stale.ts";
import { isStale } from "../../event-store/unavailable.ts";

/** A statement that each connection prepares once. */
export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

interface Waiting {
  readonly query: NamedQuery;
  settle(result: pg.QueryResult | Promise<pg.QueryResult>): void;
  reject(error: Error): void;
}

/** Statements pipelined on one connection at most: the last waits for all before it. */
const maxTogether = 4;

/**
 * Runs the named statements of one turn of the event loop as a pipeline on one connection: waking another connection for
 * each takes longer than answering them does. For reads alone: they may be repeated.
 */
export function namedQueries(pool: pg.Pool): (query: NamedQuery) => Promise<pg.QueryResult> {
  let waiting: Waiting[] = [];
  const flush = () => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += maxTogether)
      send(pool, all.slice(from, from + maxTogether));
  };
  return (query) =>
    new Promise((settle, reject) => {
      if (waiting.length === 0) process.nextTick(flush);
      waiting.push({ query, settle, reject });
    });
}

function send(pool: pg.Pool, together: readonly Waiting[]): void {
  pool.connect((failure, client, release) => {
    if (!client) {
      for (const { reject } of together) reject(failure as Error);
      return;
    }
    let unanswered = together.length;
    let broken: Error | undefined;
    Object.assign(client, { pipeline: true });
    for (const { query, settle, reject } of together)
      client.query(query, (error: Error | null, result) => {
        if (!error) settle(result);
        else if (isStale(error)) settle(pastStale(pool, () => pool.query(query)));
        else reject(error);
        broken ??= error ?? undefined;
        unanswered -= 1;
        if (unanswered > 0) return;
        Object.assign(client, { pipeline: false });
        release(broken);
      });
  });
}
