import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

const lock = "hashtext('alone on this database')";

/** How long a pooler may still hold the session of somebody who has just ended. */
const looks = 20;
const betweenLooksMs = 50;

/** Keeps everybody else from beginning on the database until this session ends. @throws while somebody else does */
export async function beAlone(client: pg.ClientBase): Promise<void> {
  for (let look = 1; !(await isFirst(client)); look += 1) {
    if (look === looks) throw new Error(occupied);
    await pause(betweenLooksMs);
  }
}

async function isFirst(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ first: boolean }>(`SELECT pg_try_advisory_lock(${lock}) AS first`);
  return rows[0]?.first === true;
}

/** @throws while somebody is to be alone on the database */
export async function demandOpen(pool: pg.Pool): Promise<void> {
  // Given back with the statement's end.
  const asked = `SELECT pg_try_advisory_xact_lock_shared(${lock}) AS open`;
  const { rows } = await pool.query<{ open: boolean }>(asked);
  if (!rows[0]?.open) throw new Error(occupied);
}

const occupied = "An import or a restore is at work on this database: wait for its end.";
