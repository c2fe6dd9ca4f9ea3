import type pg from "pg";
import type { Checkpoint, OwnedEventStore } from "../event-store/event-store.ts";
import { reopenIfAbandoned } from "../event-store/move-log.ts";
import { postgresEventStore } from "../event-store/postgres.ts";
import { asPortError } from "../event-store/unavailable.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/logging.ts";

/** Opens the configured event log, which must be the one from which the read models of this database were built. */
export async function openLog(
  { eventStore, eventStoreUrl }: Pick<Config, "eventStore" | "eventStoreUrl">,
  pool: pg.Pool,
  log: Logger,
): Promise<OwnedEventStore> {
  await assertHome(pool, eventStore);
  if (eventStore === "eventstoredb") {
    // Loading its client takes a fifth of the whole start, so only systems that use it load it.
    const { eventStoreDb } = await import("../event-store/eventstoredb.ts");
    return eventStoreDb({
      url: eventStoreUrl as string,
      pool,
      knownPositions: () => knownPositions(pool),
      report: (sentence) => log.warn(sentence),
    });
  }
  if (await reopenIfAbandoned(pool)) log.warn("a move of the log was broken off: it is open again");
  const events = postgresEventStore(pool);
  if (await events.beginNewEpochIfRestored())
    log.warn("the log was restored from elsewhere: a new epoch begins");
  return events;
}

/** The checkpoints of all consumers of the log. */
async function knownPositions(pool: pg.Pool): Promise<Checkpoint[]> {
  const { rows } = await pool
    .query<{ checkpoint: Checkpoint }>(
      "SELECT checkpoint FROM read_model_checkpoints UNION SELECT checkpoint FROM reactors",
    )
    .catch((error: unknown) => {
      throw asPortError(error);
    });
  return rows.map(({ checkpoint }) => checkpoint);
}

async function assertHome(pool: pg.Pool, wanted: Config["eventStore"]): Promise<void> {
  const { rows } = await pool.query<{ home: string }>("SELECT log_home_or($1) AS home", [wanted]);
  const home = rows[0]?.home;
  if (home === wanted) return;
  const remedy =
    wanted === "eventstoredb"
      ? "set EVENT_STORE=postgres, then move it with `npm run ops -- migrate events --from postgres --to eventstoredb`"
      : `set EVENT_STORE=${home}`;
  throw new Error(`The event log of this database is in ${home}, not in ${wanted}: ${remedy}.`);
}
