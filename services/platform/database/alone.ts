import type pg from "pg";

const lock = "hashtext('alone on this database')";

/** Keeps everybody else from beginning on the database until this session ends. @throws while somebody else does */
export async function beAlone(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ first: boolean }>(`SELECT pg_try_advisory_lock(${lock}) AS first`);
  if (!rows[0]?.first) throw new Error(occupied);
}

/** @throws while somebody is to be alone on the database */
export async function demandOpen(pool: pg.Pool): Promise<void> {
  // Given back with the statement's end.
  const asked = `SELECT pg_try_advisory_xact_lock_shared(${lock}) AS open`;
  const { rows } = await pool.query<{ open: boolean }>(asked);
  if (!rows[0]?.open) throw new Error(occupied);
}

const occupied = "An import or a restore is at work on this database: wait for its end.";
