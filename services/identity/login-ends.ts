import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import pg from "pg";
import type { IdentityLog } from "./deps.ts";
import { endedLogins } from "./refresh-families.ts";
import type { IdentityTables } from "./tables.ts";

/** Tells those who keep a line open for a sign-in when it ends, whichever process ended it. */
export interface LoginEnds {
  /** Calls back once the sign-in is over, also when that was before. Returns how to stop. */
  watch(login: string, onEnd: () => void): () => void;
  close(): Promise<void>;
}

const retryMs = 250;

/**
 * One connection of its own listens. What is notified while that is down is read from the table when it is up again, as
 * is what happened before somebody began to watch.
 */
export function createLoginEnds(
  settings: pg.ClientConfig,
  db: Kysely<IdentityTables>,
  log: Pick<IdentityLog, "warn">,
): LoginEnds {
  const watchers = new Map<string, Set<() => void>>();
  let client: pg.Client | undefined;
  let isClosed = false;
  let running: Promise<void> | undefined;

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

  async function listen(): Promise<void> {
    const mine = new pg.Client({ ...settings, statement_timeout: false, query_timeout: 5000 });
    const broken = new Promise<void>((settle) => {
      mine.on("error", () => settle());
      mine.on("end", () => settle());
    });
    mine.on("notification", ({ payload }) => end(payload ?? ""));
    try {
      await mine.connect();
      await mine.query(`LISTEN ${endedLogins}`);
    } catch {
      await mine.end().catch(() => {});
      return;
    }
    client = mine;
    void tryToLook([...watchers.keys()]);
    if (isClosed) await mine.end().catch(() => {});
    await broken;
    client = undefined;
  }

  async function keepListening(): Promise<void> {
    while (!isClosed) {
      await listen();
      if (!isClosed) await pause(retryMs, undefined, { ref: false });
    }
  }

  return {
    watch(login, onEnd) {
      running ??= keepListening();
      const others = watchers.get(login) ?? new Set();
      watchers.set(login, others.add(onEnd));
      void tryToLook([login]);
      return () => {
        others.delete(onEnd);
        if (others.size === 0 && watchers.get(login) === others) watchers.delete(login);
      };
    },
    async close() {
      isClosed = true;
      await client?.end().catch(() => {});
      await running;
    },
  };
}
