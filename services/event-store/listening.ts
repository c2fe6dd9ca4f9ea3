import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { sqlState } from "./unavailable.ts";

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

/** Milliseconds. */
const listeningTimes = {
  firstRetry: 100,
  lastRetry: 2000,
  /** A line on which no answer comes for so long is given up. */
  answer: 5000,
  /** How often a line is tried: one that is dead without a word looks like one on which nobody says anything. */
  trial: 10_000,
};
const known = new WeakMap<pg.Pool, Listening>();

/**
 * One connection beside a pool for all that its process listens to: a notification wakes every connection that listens,
 * to whatever. It stands while somebody listens; one that breaks or falls silent is replaced.
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
  /** Ends the connection of now, whether or not the other side still hears of it. */
  let hangUp = () => {};
  let work: Promise<void> | undefined;
  let endPause = () => {};
  /** Somebody listens again: whoever is about to end it all need not wait for that. */
  let goOn = () => {};
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other. @throws when there is no connection, or none any more */
  function ask(text: string): Promise<unknown> {
    const answer = last.then(async () => {
      if (!client) throw new Error("not connected");
      const mine = client;
      try {
        return await mine.query(text);
      } catch (error) {
        // No answer came: what is sent behind it would get none either.
        if (mine === client && sqlState(error) === undefined) hangUp();
        throw error;
      }
    });
    last = answer.catch(() => {});
    return answer;
  }

  /** Whether it had been connected. */
  async function listenUntilBroken(): Promise<boolean> {
    const mine = new pg.Client({
      ...settings,
      query_timeout: times.answer,
    });
    let hangUpMine = () => {};
    const broken = new Promise<void>((settle) => {
      mine.on("error", () => settle());
      mine.on("end", () => settle());
      hangUpMine = () => {
        void mine.end().catch(() => {});
        settle();
      };
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
      await settings.onConnect?.(mine);
      await mine.query("SET synchronous_commit = off");
    } catch {
      hangUpMine();
      return false;
    }
    client = mine;
    hangUp = hangUpMine;
    const trial = setInterval(() => void ask(listenTo(listeners.keys())).catch(() => {}), times.trial);
    trial.unref();
    void begin([...listeners.keys()], new Set([...listeners.values()].flatMap((each) => [...each])));
    if (listeners.size === 0) hangUp();
    await broken;
    clearInterval(trial);
    client = undefined;
    return true;
  }

  async function begin(channels: readonly string[], those: ReadonlySet<Listener>): Promise<void> {
    try {
      await ask(listenTo(channels));
    } catch {
      // They begin with the next connection, also where this one only was too slow to answer.
      hangUp();
      return;
    }
    for (const { began } of those) began();
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
      goOn();
      if (client) void begin([channel], new Set([own]));
      work ??= keepListening();
      const stop = async () => {
        const others = listeners.get(channel);
        others?.delete(own);
        if (others?.size === 0) listeners.delete(channel);
        if (listeners.size > 0) return;
        endPause();
        hangUp();
        await Promise.race([
          work,
          new Promise<void>((settle) => {
            goOn = settle;
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
      await ask(`NOTIFY ${channel}, ${pg.escapeLiteral(text)}`).catch(() => {});
    },
  };
}
