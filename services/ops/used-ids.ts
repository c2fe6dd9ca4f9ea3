import type pg from "pg";
import { type IdKind, sequences } from "../platform/database/ids.ts";

const fields: Readonly<Record<IdKind, string>> = {
  team: "teamId",
  article: "articleId",
  recruitment: "recruitmentId",
  application: "applicationId",
};
const kinds = Object.keys(fields) as IdKind[];

/** Notes the highest number of each kind that events speak of. */
export function usedIds() {
  const highest: Record<IdKind, number> = { team: 0, article: 0, recruitment: 0, application: 0 };
  return {
    note(data: Readonly<Record<string, unknown>>) {
      for (const kind of kinds) highest[kind] = Math.max(highest[kind], Number(data[fields[kind]] ?? 0));
    },
    highest: (): Readonly<Record<IdKind, number>> => highest,
  };
}

/** Numbers given from now on are higher. */
export async function raiseIds(pool: pg.Pool, highest: Readonly<Record<IdKind, number>>): Promise<void> {
  for (const kind of kinds) {
    if (highest[kind] === 0) continue;
    const sequence = sequences[kind];
    await pool.query(
      `SELECT setval('${sequence}', greatest($1::bigint, last_value)) FROM ${sequence} WHERE NOT is_called OR last_value < $1`,
      [highest[kind]],
    );
  }
}
