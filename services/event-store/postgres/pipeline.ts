import type pg from "pg";
import { isStale, retryStale } from "../unavailable.ts";

/** Queries in one packet at most: the last waits for all before it. */
const maxTogether = 4;

export interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

interface Pending {
  readonly query: NamedQuery;
  settle(rows: unknown[] | Promise<unknown[]>): void;
  fail(error: unknown): void;
}

const pendingOn = new WeakMap<pg.Pool, Pending[]>();

/**
 * Rows of a query that only reads or may run twice. Queries of one turn of the event loop leave in one packet on one
 * connection, each in a transaction of its own: waking another connection for each takes longer than answering them.
 */
export const queryTogether = <Row>(pool: pg.Pool, query: NamedQuery): Promise<Row[]> =>
  new Promise<unknown[]>((settle, fail) => {
    const own = { query, settle, fail };
    const others = pendingOn.get(pool);
    if (others) {
      others.push(own);
      return;
    }
    const all: Pending[] = [own];
    pendingOn.set(pool, all);
    // After everything that follows from what is known in this turn.
    process.nextTick(() => {
      pendingOn.delete(pool);
      for (let from = 0; from < all.length; from += maxTogether)
        sendTogether(pool, all.slice(from, from + maxTogether));
    });
  }) as Promise<Row[]>;

function sendTogether(pool: pg.Pool, batch: readonly Pending[]): void {
  pool.connect((failure, lent) => {
    if (!lent) {
      for (const { fail } of batch) fail(failure);
      return;
    }
    // Not in pg's types. Off again before the release: pg refuses COPY and its own query classes meanwhile.
    const client = lent as pg.PoolClient & { pipeline: boolean };
    client.pipeline = true;
    let unanswered = batch.length;
    let fault: Error | undefined;
    const done = () => {
      unanswered -= 1;
      if (unanswered > 0) return;
      client.pipeline = false;
      client.release(fault);
    };
    const { stream } = client.connection;
    stream.cork();
    for (const { query, settle, fail } of batch)
      client.query({ ...query } as pg.QueryConfig).then(
        ({ rows }) => {
          done();
          settle(rows);
        },
        (error: Error) => {
          fault ??= error;
          done();
          if (isStale(error)) settle(retryStale(pool, () => queryAlone(pool, query)));
          else fail(error);
        },
      );
    stream.uncork();
  });
}

const queryAlone = async (pool: pg.Pool, query: NamedQuery): Promise<unknown[]> =>
  (await pool.query({ ...query } as pg.QueryConfig)).rows;
