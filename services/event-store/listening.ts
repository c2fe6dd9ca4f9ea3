import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
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
  const listening = known.get(pool) ?? createListening(pool.options, { ...listeningTimes, ...times });
  known.set(pool, listening);
  return listening;
}

const listenTo = (channels: Iterable<string>) =>
  [...channels].map((channel) => `LISTEN ${channel}`).join(";");

function createListening(settings: pg.PoolConfig, times: typeof listeningTimes): Listening {
  const listeners = new Map<string, Set<Listener>>();
  let client: pg.Client | undefined;
  /** Closes the current connection without waiting for the server. */
  let disconnect = () => {};
  let work: Promise<void> | undefined;
  let endPause = () => {};
  /** Tells a pending stop that there is a new listener, so that it keeps the connection. */
  let onNewListener = () => {};
  let last: Promise<unknown> = Promise.resolve();

  /**
   * Runs statements one after the other.
   * @throws when there is no connection
   */
  function query(text: string): Promise<unknown> {
    const answer = last.then(async () => {
      if (!client) throw new Error("not connected");
      const mine = client;
      try {
        return await mine.query(text);
      } catch (error) {
        // Without a response, later statements would get none either.
        if (mine === client && sqlState(error) === undefined) disconnect();
        throw error;
      }
    });
    last = answer.catch(() => {});
    return answer;
  }

  /** Returns whether the connection was established. */
  async function listenUntilBroken(): Promise<boolean> {
    const mine = new pg.Client({
      ...settings,
      query_timeout: times.answer,
    });
    let disconnectMine = () => {};
    const broken = new Promise<void>((settle) => {
      mine.on("error", () => settle());
      mine.on("end", () => settle());
      disconnectMine = () => {
        void mine.end().catch(() => {});
        settle();
      };
    });
    mine.on("notification", ({ channel, payload = "" }) => {
      for (const { onNotification } of [...(listeners.get(channel) ?? [])]) {
        try {
          onNotification(payload);
        } catch {
          // Ignores payloads that no process of this product has sent.
        }
      }
    });
    try {
      await mine.connect();
      await settings.onConnect?.(mine);
      await mine.query("SET synchronous_commit = off");
    } catch {
      disconnectMine();
      return false;
    }
    client = mine;
    disconnect = disconnectMine;
    const healthCheck = setInterval(
      () => void query(listenTo(listeners.keys())).catch(() => {}),
      times.healthCheck,
    );
    healthCheck.unref();
    void begin([...listeners.keys()], new Set([...listeners.values()].flatMap((each) => [...each])));
    if (listeners.size === 0) disconnect();
    await broken;
    clearInterval(healthCheck);
    client = undefined;
    return true;
  }

  async function begin(channels: readonly string[], those: ReadonlySet<Listener>): Promise<void> {
    try {
      await query(listenTo(channels));
    } catch {
      // The listeners start with the next connection, even where this one was merely slow.
      disconnect();
      return;
    }
    for (const { onListening } of those) onListening();
  }

  async function keepListening(): Promise<void> {
    const { firstRetry, lastRetry } = times;
    for (let retryMs = firstRetry; listeners.size > 0; retryMs = Math.min(retryMs * 2, lastRetry)) {
      if (await listenUntilBroken()) retryMs = firstRetry / 2;
      if (listeners.size === 0) break;
      const pausing = new AbortController();
      endPause = () => pausing.abort();
      await pause(retryMs, undefined, { ref: false, signal: pausing.signal }).catch(() => {});
    }
    work = undefined;
  }

  return {
    listen(channel, listener) {
      const own = { ...listener };
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(own));
      onNewListener();
      if (client) void begin([channel], new Set([own]));
      work ??= keepListening();
      const stop = async () => {
        const others = listeners.get(channel);
        others?.delete(own);
        if (others?.size === 0) listeners.delete(channel);
        if (listeners.size > 0) return;
        endPause();
        disconnect();
        await Promise.race([
          work,
          new Promise<void>((settle) => {
            onNewListener = settle;
          }),
        ]);
      };
      let stopped: Promise<void> | undefined;
      return () => {
        stopped ??= stop();
        return stopped;
      };
    },
    async notify(channel, text = "") {
      await query(`NOTIFY ${channel}, ${pg.escapeLiteral(text)}`).catch(() => {});
    },
  };
}
