import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

const lock = "hashtext('alone on this database')";

/** How long the session of somebody who has just ended may still be there: a pooler holds it for a while. */
const looks = 20;
const betweenLooksMs = 50;

/** Keeps everybody else from beginning on the database until this session ends. @throws while somebody else does */
export const beAlone = (client: pg.ClientBase): Promise<void> =>
  untilGiven(client, `pg_try_advisory_lock(${lock})`);

/** @throws while somebody is to be alone on the database */
export const demandOpen = (pool: pg.Pool): Promise<void> =>
  // Given back with the statement's end.
  untilGiven(pool, `pg_try_advisory_xact_lock_shared(${lock})`);

async function untilGiven(database: Pick<pg.Pool, "query">, right: string): Promise<void> {
  for (let look = 1; ; look += 1) {
    const { rows } = await database.query<{ given: boolean }>(`SELECT ${right} AS given`);
    if (rows[0]?.given) return;
    if (look === looks)
      throw new Error(
        "An import, a restore or a move of the log is at work on this database: wait for its end.",
      );
    await pause(betweenLooksMs);
  }
}
