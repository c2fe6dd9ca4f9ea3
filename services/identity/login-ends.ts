import type pg from "pg";
import { listeningOn } from "../event-store/listening.ts";
import type { IdentityLog } from "./deps.ts";
import { endedLogins } from "./refresh-families.ts";

export type LoginEnds = ReturnType<typeof createLoginEnds>;

/**
 * Notifies holders of connections of a sign-in when it ends, whichever process ended it. Notifications lost while no
 * connection listened, and ends before `watch`, are read from the table.
 */
export function createLoginEnds(pool: pg.Pool, log: IdentityLog) {
  const watchers = new Map<string, Set<() => void>>();
  let stop: (() => Promise<void>) | undefined;

  function end(login: string): void {
    const ended = watchers.get(login) ?? [];
    watchers.delete(login);
    for (const onEnd of ended) onEnd();
  }

  async function check(logins: readonly string[]): Promise<void> {
    try {
      const { rows } = await pool.query<{ id: string }>(
        "SELECT id FROM refresh_family WHERE id = ANY ($1::uuid[]) AND revoked_at IS NOT NULL",
        [logins],
      );
      for (const { id } of rows) end(id);
    } catch (error) {
      log.warn({ err: error }, "ended sign-ins could not be looked up");
    }
  }

  return {
    /** Calls back once the sign-in is over, also when that was before. Returns how to stop. */
    watch(login: string, onEnd: () => void): () => void {
      stop ??= listeningOn(pool).listen(endedLogins, {
        onNotification: end,
        onListening: () => void check([...watchers.keys()]),
      });
      const others = watchers.get(login) ?? new Set();
      watchers.set(login, others.add(onEnd));
      void check([login]);
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
