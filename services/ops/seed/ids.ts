import type pg from "pg";
import { type IdKind, sequences } from "../../platform/database/ids.ts";
import type { SeedIds } from "./facts.ts";

/** Reserves this many ids of each kind permanently. */
export async function reserveIds(pool: pg.Pool, needed: Readonly<Record<IdKind, number>>): Promise<SeedIds> {
  const block = async (kind: IdKind) => {
    const ids = await next(pool, kind, needed[kind]);
    return (n: number) => {
      const id = ids[n];
      if (id === undefined) throw new Error(`more ids of ${kind} are needed than were reserved`);
      return id;
    };
  };
  return {
    team: await block("team"),
    article: await block("article"),
    recruitment: await block("recruitment"),
    application: await block("application"),
  };
}

async function next(pool: pg.Pool, kind: IdKind, amount: number): Promise<number[]> {
  const { rows } = await pool.query<{ ids: number[] }>({
    text: "SELECT coalesce(array_agg(nextval($1::regclass)), '{}') AS ids FROM generate_series(1, $2::int)",
    values: [sequences[kind], amount],
  });
  return rows[0]?.ids ?? [];
}
