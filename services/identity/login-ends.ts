import type pg from "pg";
import { listeningOn } from "../event-store/listening.ts";
import { accessTokenSeconds } from "./cookies.ts";
import type { IdentityLog } from "./deps.ts";
import { endedLogins } from "./refresh-families.ts";

/** No access token is older. A minute more, because clocks of processes differ. */
const retentionMs = (accessTokenSeconds + 60) * 1000;

/**
 * The sessions that have ended, whichever process ended them, for as long as their access tokens last. Learned by
 * notification; lost and earlier ones are read from the table.
 */
export function createLoginEnds(pool: pg.Pool, log: IdentityLog, now: () => Date) {
  const watchers = new Map<string, Set<() => void>>();
  /** In the order in which this process learned of them, with that time. */
  const ended = new Map<string, number>();
  let stop: (() => Promise<void>) | undefined;
  let loaded: Promise<void> | undefined;

  function end(login: string): void {
    const at = performance.now();
    for (const [earlier, since] of ended) {
      if (at - since < retentionMs) break;
      ended.delete(earlier);
    }
    ended.set(login, at);
    const watching = watchers.get(login) ?? [];
    watchers.delete(login);
    for (const onEnd of watching) onEnd();
  }

  async function load(): Promise<void> {
    const { rows } = await pool.query<{ id: string }>("SELECT id FROM refresh_family WHERE revoked_at > $1", [
      new Date(now().getTime() - retentionMs),
    ]);
    for (const { id } of rows) end(id);
  }

  function listen(): void {
    stop ??= listeningOn(pool).listen(endedLogins, {
      onNotification: end,
      onListening: () =>
        void load().catch((error) => log.warn({ err: error }, "ended sign-ins could not be looked up")),
    });
  }

  return {
    /**
     * Queries the database once in the life of the process.
     * @throws while it is unreachable
     */
    async hasEnded(login: string): Promise<boolean> {
      listen();
      loaded ??= load().catch((error) => {
        loaded = undefined;
        throw error;
      });
      await loaded;
      return ended.has(login);
    },
    /**
     * Calls back once the session has ended, or immediately if that is already known. Returns a function that stops.
     */
    watch(login: string, onEnd: () => void): () => void {
      listen();
      if (ended.has(login)) {
        onEnd();
        return () => {};
      }
      const others = watchers.get(login) ?? new Set();
      watchers.set(login, others.add(onEnd));
      return () => {
        others.delete(onEnd);
        if (others.size === 0 && watchers.get(login) === others) watchers.delete(login);
      };
    },
    async close() {
      await stop?.();
    },
  };
}
