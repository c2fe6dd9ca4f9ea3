import type pg from "pg";

/** Takes the lease when nobody holds it; the fence that every write must show, or undefined. */
export async function acquireLease(pool: pg.Pool, owner: string, ms: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ fence: string | number }>(
    `UPDATE read_model_lease SET owner = $1, fence = fence + 1, until = clock_timestamp() + $2 * interval '1 ms'
     WHERE until < clock_timestamp() RETURNING fence`,
    [owner, ms],
  );
  return rows[0] && Number(rows[0].fence);
}

/** Whether the lease with this fence was still ours and now lasts longer. */
export async function renewLease(pool: pg.Pool, fence: number, ms: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    "UPDATE read_model_lease SET until = clock_timestamp() + $2 * interval '1 ms' WHERE fence = $1",
    [fence, ms],
  );
  return rowCount === 1;
}

/** Lets another process take over at once. */
export async function releaseLease(pool: pg.Pool, fence: number): Promise<void> {
  await pool.query("UPDATE read_model_lease SET until = '-infinity' WHERE fence = $1", [fence]);
}
