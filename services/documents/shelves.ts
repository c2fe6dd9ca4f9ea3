import type pg from "pg";
import type { DocumentLimits } from "#contracts/documents/api";
import type { RoomName } from "./room-name.ts";

/** Which documents there may be, and for how long (docs/decisions/documents.md). */
export interface Shelves {
  /**
   * A document in which nothing is yet, unless it is there already. Where its member or team has as many as they may,
   * it takes the place of the one that has been blank for longest; false when all of them hold something.
   */
  make(name: RoomName, generation: number): Promise<boolean>;
  /** Deletes all documents whose name begins so. */
  remove(prefix: string): Promise<void>;
  /** Deletes what has been blank, or has not been changed, for too long; how many documents. */
  prune(): Promise<number>;
}

const makeSql = `
INSERT INTO documents (room, generation) SELECT $1, $2
WHERE (SELECT count(*) FROM documents WHERE room LIKE $3 || '%') < $4
ON CONFLICT DO NOTHING`;

const evictSql = `
DELETE FROM documents WHERE is_blank AND room =
  (SELECT room FROM documents WHERE room LIKE $1 || '%' AND is_blank ORDER BY changed_at LIMIT 1
   FOR UPDATE SKIP LOCKED)`;

const pruneSql = `
DELETE FROM documents
WHERE changed_at < now() - make_interval(days => CASE WHEN is_blank THEN $1::int ELSE $2::int END)`;

export function postgresShelves(pool: pg.Pool, limits: DocumentLimits): Shelves {
  const shelfOf = (name: RoomName) =>
    name.kind === "draft"
      ? { prefix: `draft/${name.owner}/`, most: limits.draftsPerMember }
      : { prefix: `subject/${name.teamId}/`, most: limits.problemsPerTeam };

  return {
    async make(name, generation) {
      const { prefix, most } = shelfOf(name);
      for (;;) {
        const made = await pool.query(makeSql, [name.id, generation, prefix, most]);
        if (made.rowCount === 1) return true;
        const there = await pool.query("SELECT FROM documents WHERE room = $1", [name.id]);
        if (there.rowCount === 1) return true;
        const evicted = await pool.query(evictSql, [prefix]);
        if (evicted.rowCount === 0) return false;
      }
    },
    async remove(prefix) {
      await pool.query("DELETE FROM documents WHERE room LIKE $1 || '%'", [prefix]);
    },
    async prune() {
      const { blankKeptDays, textsKeptDays } = limits;
      return (await pool.query(pruneSql, [blankKeptDays, textsKeptDays])).rowCount ?? 0;
    },
  };
}
