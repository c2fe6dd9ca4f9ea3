import pg from "pg";
import { isStale, retryStale, sqlState } from "../unavailable.ts";
import { Packet, type Statement } from "./packet.ts";

/** Maximum of queries in one packet, because the last one waits for all before it. */
const maxTogether = 4;

interface Pending {
  readonly query: Statement;
  settle(rows: object[] | Promise<object[]>): void;
  fail(error: unknown): void;
}

const pendingOn = new WeakMap<pg.Pool, Pending[]>();

/**
 * Runs a query that only reads or may run twice. Queries of one turn of the event loop share one packet on one
 * connection, because waking a connection for each takes longer than executing them.
 */
export const queryTogether = <Row>(pool: pg.Pool, query: Statement): Promise<Row[]> =>
  new Promise<object[]>((settle, fail) => {
    const own = { query, settle, fail };
    const others = pendingOn.get(pool);
    if (others) {
      others.push(own);
      return;
    }
    const all: Pending[] = [own];
    pendingOn.set(pool, all);
    // Deferred so that further queries of this turn join the packet.
    process.nextTick(() => {
      pendingOn.delete(pool);
      for (let from = 0; from < all.length; from += maxTogether)
        sendTogether(pool, all.slice(from, from + maxTogether));
    });
  }) as Promise<Row[]>;

function sendTogether(pool: pg.Pool, batch: readonly Pending[]): void {
  pool.connect((failure, client) => {
    if (!client) {
      for (const { fail } of batch) fail(failure);
      return;
    }
    const statements = batch.map(({ query }) => query);
    const packet = new Packet(statements, { types: pool.options.types ?? pg.types }, (error) => {
      client.release(error ?? undefined);
      // The first query that fails makes the following ones fail.
      for (const [n, { query, settle, fail }] of batch.entries())
        if (!error || n < packet.completed) settle(packet.objects(n));
        else if (isStale(error) || (n > packet.completed && sqlState(error) !== undefined))
          settle(retryStale(pool, () => queryAlone(pool, query)));
        else fail(error);
    });
    client.query(packet);
  });
}

const queryAlone = async (pool: pg.Pool, { name, text, values = [] }: Statement): Promise<object[]> =>
  (await pool.query({ name, text, values: [...values] })).rows;
