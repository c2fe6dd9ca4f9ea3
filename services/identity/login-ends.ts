import type { Kysely } from "kysely";
import type { Listening } from "../event-store/listening.ts";
import type { IdentityLog } from "./deps.ts";
import { endedLogins } from "./refresh-families.ts";
import type { IdentityTables } from "./tables.ts";

/** Tells those who keep a line open for a sign-in when it ends, whichever process ended it. */
export interface LoginEnds {
  /** Calls back once the sign-in is over, also when that was before. Returns how to stop. */
  watch(login: string, onEnd: () => void): () => void;
  close(): Promise<void>;
}

/**
 * What is notified while nobody listens is read from the table when listening begins anew, as is what happened before
 * somebody began to watch.
 */
export function createLoginEnds(
  listening: Listening,
  db: Kysely<IdentityTables>,
  log: Pick<IdentityLog, "warn">,
): LoginEnds {
  const watchers = new Map<string, Set<() => void>>();
  let stop: (() => Promise<void>) | undefined;

  function end(login: string): void {
    const ended = watchers.get(login) ?? [];
    watchers.delete(login);
    for (const onEnd of ended) onEnd();
  }

  async function look(logins: readonly string[]): Promise<void> {
    if (logins.length === 0) return;
    const over = await db
      .selectFrom("refresh_family")
      .select("id")
      .where("id", "in", logins)
      .where("revoked_at", "is not", null)
      .execute();
    for (const { id } of over) end(id);
  }

  const tryToLook = (logins: readonly string[]) =>
    look(logins).catch((error) => log.warn({ err: error }, "ended sign-ins could not be looked up"));

  return {
    watch(login, onEnd) {
      stop ??= listening.listen(endedLogins, {
        heard: end,
        began: () => void tryToLook([...watchers.keys()]),
      });
      const others = watchers.get(login) ?? new Set();
      watchers.set(login, others.add(onEnd));
      void tryToLook([login]);
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
