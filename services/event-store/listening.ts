import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { oneJobAtATime } from "#contracts/jobs";
import { sqlState } from "./unavailable.ts";

export interface Listener {
  /** Called for each notification with its payload ("" for none). */
  onNotification(text: string): void;
  /**
   * Called when LISTEN takes effect, at first and after each reconnect. Earlier notifications are lost, so a listener
   * that needs them polls.
   */
  onListening(): void;
}

/** Notifications between the processes on one database. They may be lost, so listeners also poll. */
export interface Listening {
  /** Returns the function that stops listening. */
  listen(channel: string, listener: Listener): () => Promise<void>;
  /** Notifies all processes, this one included. The notification is lost while there is no connection. */
  notify(channel: string, text?: string): Promise<void>;
}

/** Milliseconds. */
const listeningTimes = {
  firstRetry: 100,
  lastRetry: 2000,
  /** A connection that does not respond for this long is closed. */
  answer: 5000,
  /** Interval of health checks: a dead connection looks like an idle one. */
  healthCheck: 10_000,
};
const known = new WeakMap<pg.Pool, Listening>();

/**
 * One connection outside the pool for all channels of a process. It stays open while there are listeners; a broken or
 * unresponsive one is replaced.
 */
export function listeningOn(pool: pg.Pool, times: Partial<typeof listeningTimes> = {}): Listening {
  const listening = known.get(pool) ?? new ListeningConnection(pool.options, { ...listeningTimes, ...times });
  known.set(pool, listening);
  return listening;
}

const listenTo = (channels: Iterable<string>) =>
  [...channels].map((channel) => `LISTEN ${channel}`).join(";");

/** A connection that was established; it may be broken already. */
interface Established {
  readonly client: pg.Client;
  /** Closes it without waiting for the server. */
  disconnect(): void;
  /** Resolves once it is broken or closed. */
  readonly broken: Promise<void>;
}

class ListeningConnection implements Listening {
  readonly #settings: pg.PoolConfig;
  readonly #times: typeof listeningTimes;
  readonly #listeners = new Map<string, Set<Listener>>();
  #current: Established | undefined;
  /** Settles once there are no listeners. */
  #connecting: Promise<void> | undefined;
  #retryPause = new AbortController();
  /** Tells a pending stop that there is a new listener, so that it keeps the connection. */
  #onNewListener = () => {};
  readonly #inTurn = oneJobAtATime();

  constructor(settings: pg.PoolConfig, times: typeof listeningTimes) {
    this.#settings = settings;
    this.#times = times;
  }

  listen(channel: string, listener: Listener): () => Promise<void> {
    const own = { ...listener };
    this.#listeners.set(channel, (this.#listeners.get(channel) ?? new Set()).add(own));
    this.#onNewListener();
    if (this.#current) void this.#begin([channel], new Set([own]));
    this.#connecting ??= this.#keepConnected();
    let stopped: Promise<void> | undefined;
    return () => {
      stopped ??= this.#remove(channel, own);
      return stopped;
    };
  }

  async notify(channel: string, text = ""): Promise<void> {
    await this.#query(`NOTIFY ${channel}, ${pg.escapeLiteral(text)}`).catch(() => {});
  }

  /** The last listener closes the connection, unless another one starts meanwhile. */
  async #remove(channel: string, listener: Listener): Promise<void> {
    const others = this.#listeners.get(channel);
    others?.delete(listener);
    if (others?.size === 0) this.#listeners.delete(channel);
    if (this.#listeners.size > 0) return;
    this.#retryPause.abort();
    this.#current?.disconnect();
    await Promise.race([
      this.#connecting,
      new Promise<void>((settle) => {
        this.#onNewListener = settle;
      }),
    ]);
  }

  /** Connects, again after each failure, while there are listeners. */
  async #keepConnected(): Promise<void> {
    const { firstRetry, lastRetry } = this.#times;
    let retryMs = firstRetry;
    while (this.#listeners.size > 0) {
      const established = await this.#connect();
      if (established) {
        await this.#listenUntilBroken(established);
        retryMs = firstRetry / 2;
      }
      if (this.#listeners.size === 0) break;
      this.#retryPause = new AbortController();
      const { signal } = this.#retryPause;
      await pause(retryMs, undefined, { ref: false, signal }).catch(() => {});
      retryMs = Math.min(retryMs * 2, lastRetry);
    }
    this.#connecting = undefined;
  }

  /** Returns undefined if the database cannot be reached. */
  async #connect(): Promise<Established | undefined> {
    const client = new pg.Client({ ...this.#settings, query_timeout: this.#times.answer });
    let disconnect = () => {};
    const broken = new Promise<void>((settle) => {
      client.on("error", () => settle());
      client.on("end", () => settle());
      disconnect = () => {
        void client.end().catch(() => {});
        settle();
      };
    });
    client.on("notification", ({ channel, payload = "" }) => this.#deliver(channel, payload));
    try {
      await client.connect();
      await this.#settings.onConnect?.(client);
      await client.query("SET synchronous_commit = off");
    } catch {
      disconnect();
      return undefined;
    }
    return { client, disconnect, broken };
  }

  #deliver(channel: string, payload: string): void {
    for (const { onNotification } of [...(this.#listeners.get(channel) ?? [])]) {
      try {
        onNotification(payload);
      } catch {
        // Ignores payloads that no process of this product has sent.
      }
    }
  }

  async #listenUntilBroken(established: Established): Promise<void> {
    this.#current = established;
    const healthCheck = setInterval(
      () => void this.#query(listenTo(this.#listeners.keys())).catch(() => {}),
      this.#times.healthCheck,
    );
    healthCheck.unref();
    const all = [...this.#listeners.values()].flatMap((each) => [...each]);
    void this.#begin([...this.#listeners.keys()], new Set(all));
    if (this.#listeners.size === 0) established.disconnect();
    await established.broken;
    clearInterval(healthCheck);
    this.#current = undefined;
  }

  async #begin(channels: readonly string[], listeners: ReadonlySet<Listener>): Promise<void> {
    try {
      await this.#query(listenTo(channels));
    } catch {
      // The listeners start with the next connection, even where this one was merely slow.
      this.#current?.disconnect();
      return;
    }
    for (const { onListening } of listeners) onListening();
  }

  /**
   * Runs statements one after the other.
   * @throws when there is no connection
   */
  #query(text: string): Promise<unknown> {
    return this.#inTurn(async () => {
      const current = this.#current;
      if (!current) throw new Error("not connected");
      try {
        return await current.client.query(text);
      } catch (error) {
        // Without a response, later statements would get none either.
        if (sqlState(error) === undefined) current.disconnect();
        throw error;
      }
    });
  }
}
