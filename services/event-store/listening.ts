import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

export interface Listener {
  /** A notification, with what it says ("" for nothing). */
  heard(text: string): void;
  /**
   * Listening has begun, for the first time or after the connection had broken. What was notified before is missed:
   * whoever must not miss it looks by itself.
   */
  began(): void;
}

/** Notifications between the processes on one database. They may get lost: whoever needs them must look now and then. */
export interface Listening {
  /** Returns how to stop. */
  listen(channel: string, listener: Listener): () => Promise<void>;
  /** Tells all processes, this one included. Lost while there is no connection; nothing that must outlast a crash. */
  notify(channel: string, text?: string): Promise<void>;
}

const firstRetryMs = 100;
const lastRetryMs = 2000;
const known = new WeakMap<pg.Pool, Listening>();

/**
 * One connection beside a pool for all that its process listens to: a notification wakes every connection that listens,
 * to whatever. It stands while somebody listens; one that breaks is replaced.
 */
export function listeningOn(pool: pg.Pool): Listening {
  const listening = known.get(pool) ?? createListening(pool.options);
  known.set(pool, listening);
  return listening;
}

function createListening(settings: pg.PoolConfig): Listening {
  const listeners = new Map<string, Set<Listener>>();
  let client: pg.Client | undefined;
  let work: Promise<void> | undefined;
  let endPause = () => {};
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other. @throws when there is no connection */
  function ask(text: string): Promise<unknown> {
    const answer = last.then(() => {
      if (!client) throw new Error("not connected");
      return client.query(text);
    });
    last = answer.catch(() => {});
    return answer;
  }

  /** Whether it had been connected. */
  async function listenUntilBroken(): Promise<boolean> {
    const mine = new pg.Client({
      ...settings,
      statement_timeout: false,
      query_timeout: 5000,
    });
    const broken = new Promise<void>((settle) => {
      mine.on("error", () => settle());
      mine.on("end", () => settle());
    });
    mine.on("notification", ({ channel, payload = "" }) => {
      for (const { heard } of [...(listeners.get(channel) ?? [])]) {
        try {
          heard(payload);
        } catch {
          // A text that none of us has sent.
        }
      }
    });
    try {
      await mine.connect();
      await mine.query("SET synchronous_commit = off");
    } catch {
      await mine.end().catch(() => {});
      return false;
    }
    client = mine;
    void begin([...listeners.keys()], new Set([...listeners.values()].flatMap((each) => [...each])));
    if (listeners.size === 0) await mine.end().catch(() => {});
    await broken;
    client = undefined;
    return true;
  }

  async function begin(channels: readonly string[], those: ReadonlySet<Listener>): Promise<void> {
    try {
      await ask(channels.map((channel) => `LISTEN ${channel}`).join(";"));
    } catch {
      // They begin with the next connection, also where this one only was too slow to answer.
      await client?.end().catch(() => {});
      return;
    }
    for (const { began } of those) began();
  }

  async function keepListening(): Promise<void> {
    for (let retryMs = firstRetryMs; listeners.size > 0; retryMs = Math.min(retryMs * 2, lastRetryMs)) {
      if (await listenUntilBroken()) retryMs = firstRetryMs / 2;
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
      if (client) void begin([channel], new Set([own]));
      work ??= keepListening();
      return async () => {
        const others = listeners.get(channel);
        others?.delete(own);
        if (others?.size === 0) listeners.delete(channel);
        if (listeners.size > 0) return;
        endPause();
        await client?.end().catch(() => {});
        await work;
      };
    },
    async notify(channel, text = "") {
      await ask(`NOTIFY ${channel}, ${pg.escapeLiteral(text)}`).catch(() => {});
    },
  };
}
