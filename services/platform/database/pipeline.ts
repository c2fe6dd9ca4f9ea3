import { Socket } from "node:net";
import pg from "pg";
import { isStale, isUnreachable, retryStale } from "../../event-store/unavailable.ts";

/** Maximum of queries in one packet, because the last one waits for all before it. */
const maxTogether = 16;

interface Pending {
  readonly query: pg.QueryConfig;
  settle(result: pg.QueryResult | Promise<pg.QueryResult>): void;
  fail(error: unknown): void;
}

/** A client in pg's pipeline mode that can send several queries in one packet. */
class PipelinedClient extends pg.Client {
  readonly #socket: Socket;

  constructor(settings?: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...settings, pipeline: true, stream: () => socket });
    this.#socket = socket;
  }

  /** Over TLS, pg writes to a stream of its own: then each query is a packet. */
  inOnePacket(send: () => void): void {
    this.#socket.cork();
    try {
      send();
    } finally {
      this.#socket.uncork();
    }
  }
}

/**
 * Runs named statements that only read, on connections of its own, because pg refuses COPY and cursors on a pipelined
 * one. Queries of one turn of the event loop share packets: waking a connection for each takes longer than executing
 * it. Each query succeeds or fails by itself, unless the connection breaks.
 */
export class Pipeline {
  readonly pool: pg.Pool;
  #pending: Pending[] = [];

  /** @param settings of the pool; `max` is the maximum of connections */
  constructor(settings: pg.PoolConfig) {
    this.pool = new pg.Pool({ ...settings, Client: PipelinedClient });
  }

  /**
   * Like `query` of a pool. It is repeated if its prepared statement is outdated.
   * @throws an error of the database or of the connection
   */
  query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    return new Promise((settle, fail) => {
      this.#pending.push({ query, settle, fail });
      // Deferred until the requests that have arrived together have asked their queries.
      if (this.#pending.length === 1) setImmediate(() => this.#send());
    });
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  #send(): void {
    const all = this.#pending;
    this.#pending = [];
    for (let from = 0; from < all.length; from += maxTogether)
      this.#sendTogether(all.slice(from, from + maxTogether));
  }

  #sendTogether(batch: readonly Pending[]): void {
    this.pool.connect((failure, client) => {
      if (!(client instanceof PipelinedClient)) {
        for (const { fail } of batch) fail(failure);
        return;
      }
      let left = batch.length;
      let isUsable = true;
      client.inOnePacket(() => {
        for (const { query, settle, fail } of batch)
          client.query(query, (error: Error | null, result) => {
            if (error && (isStale(error) || isUnreachable(error))) isUsable = false;
            left -= 1;
            if (left === 0) client.release(!isUsable);
            if (!error) settle(result);
            else if (isStale(error)) settle(retryStale(this.pool, () => this.pool.query(query)));
            else fail(error);
          });
      });
    });
  }
}
