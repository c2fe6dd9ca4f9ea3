import type pg from "pg";

const remedy = "or lead DATABASE_URL to PostgreSQL itself";
const perTransaction = `DATABASE_URL leads through a pooler that lends a connection for one transaction at a time, but notifications, locks and prepared statements need it for a session: set pool_mode=session there, ${remedy}.`;
const tooFew = `The pooler that DATABASE_URL leads through gave one connection and no second one: each process takes up to 22, set default_pool_size there to as many for each, ${remedy}.`;
const notReset = `DATABASE_URL leads through a pooler that hands a connection on as its last user left it: set server_reset_query=DISCARD ALL there, ${remedy}.`;

/**
 * A pooler between us and PostgreSQL must keep a server's connection for each of ours as long as ours lasts, and hand it on
 * clean (docs/decisions/operations.md). Straight to PostgreSQL this costs one question.
 * @throws Error with one sentence
 */
export async function demandSessions(pool: pg.Pool): Promise<void> {
  const first = await pool.connect();
  try {
    const before = await backendOf(first);
    if (before === numberGivenTo(first)) return;
    if (!(await keepsItsBackend(pool, first, before))) throw new Error(perTransaction);
  } finally {
    first.release();
  }
  if (!(await isHandedOnClean(pool))) throw new Error(notReset);
}

/** What the other side called itself when we connected: a pooler cannot know yet who will serve us. */
const numberGivenTo = (client: pg.PoolClient): unknown =>
  "processID" in client ? client.processID : undefined;

async function backendOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}

/** Compares the backend while no other client is served, and while another one is in a transaction. */
async function keepsItsBackend(pool: pg.Pool, first: pg.PoolClient, before: number): Promise<boolean> {
  if ((await backendOf(first)) !== before) return false;
  const second = await pool.connect().catch((cause: Error) => {
    throw new Error(tooFew, { cause });
  });
  try {
    await second.query("BEGIN");
    return (await backendOf(second)) !== before && (await backendOf(first)) === before;
  } catch (error) {
    // Lent for one statement at a time: it ends connections that begin a transaction.
    if ((error as { code?: string }).code === "08P01") return false;
    throw error;
  } finally {
    second.release(true);
  }
}

/** The next connection usually gets the server's that was given back last. */
async function isHandedOnClean(pool: pg.Pool): Promise<boolean> {
  const leaving = await pool.connect();
  await leaving.query("SET algomoim.former = 'there'").finally(() => leaving.release(true));
  const next = await pool.connect();
  try {
    const { rows } = await next.query("SELECT current_setting('algomoim.former', true) AS former");
    return rows[0]?.former !== "there";
  } finally {
    next.release(true);
  }
}
