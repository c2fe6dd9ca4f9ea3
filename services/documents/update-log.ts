import type pg from "pg";
import type { DocumentLimits } from "#contracts/documents/api";
import type { KeyRing } from "../platform/privacy/member-keys.ts";
import { createCompaction } from "./compaction.ts";
import type { Copies } from "./copies.ts";
import { type Append, type Head, type HeadRow, headOf, isSameText } from "./head.ts";
import type { RoomName } from "./room-name.ts";
import { sealOf } from "./seals.ts";
import { postgresShelves } from "./shelves.ts";

export interface Kept extends Head {
  readonly updates: readonly Uint8Array[];
}

/** The updates of documents in Postgres. Row locks on `documents` put those of one room in an order without gaps. */
export interface UpdateLog {
  /** The document; of birth 0 and generation -1 when nothing is kept, which makes nothing. @throws OwnerForgotten */
  open(name: RoomName): Promise<Kept>;
  /** What came after `seq` in a generation. @throws OwnerForgotten */
  since(name: RoomName, at: Head): Promise<Kept>;
  /** Makes the document when nothing was kept of it. @throws OwnerForgotten */
  append(name: RoomName, at: Head, update: Uint8Array, actor: string): Promise<Append>;
  /** Gives an empty document its first content; `taken` when somebody else was first. */
  begin(
    name: RoomName,
    generation: number,
    update: Uint8Array,
    actor: string,
  ): Promise<"begun" | "taken" | "full" | "too-many">;
  heads(rooms: readonly string[]): Promise<ReadonlyMap<string, Head>>;
  /** Notes that nothing of what was written is left in it, unless something has come since. */
  markBlank(room: string, at: Head): Promise<void>;
  /** Empties the document unless it is of this generation or a later one. */
  clear(room: string, generation: number): Promise<void>;
  /** Deletes all documents whose name begins so. */
  remove(prefix: string): Promise<void>;
  /** Deletes what is kept no longer; how many documents. */
  prune(): Promise<number>;
}

interface AppendedRow extends HeadRow {
  readonly fresh_size: number;
  readonly fresh_updates: number;
}

const appendSql = `
WITH d AS (
  UPDATE documents SET last_seq = last_seq + 1, size = size + $4, fresh_size = fresh_size + $4,
         fresh_updates = fresh_updates + 1, is_blank = false, changed_at = now()
  WHERE room = $1 AND generation = $2 AND $3::bigint IN (0, birth) AND size + $4 <= $7
  RETURNING *
), u AS (
  INSERT INTO document_updates (room, seq, generation, bytes, actor)
  SELECT room, last_seq, generation, $5, $6 FROM d
)
SELECT * FROM d`;

const beginSql = `
WITH d AS (
  UPDATE documents SET generation = $2, last_seq = last_seq + 1, size = $3, fresh_size = $3, fresh_updates = 1,
         is_blank = true, changed_at = now()
  WHERE room = $1 AND generation <= $2 AND size = 0
  RETURNING room, last_seq, generation
)
INSERT INTO document_updates (room, seq, generation, bytes, actor)
SELECT room, last_seq, generation, $4, $5 FROM d`;

export function postgresUpdateLog(
  pool: pg.Pool,
  keys: KeyRing,
  limits: DocumentLimits,
  copies: Pick<Copies, "snapshot">,
): UpdateLog {
  const compaction = createCompaction(pool, limits, copies);
  const shelves = postgresShelves(pool, limits);

  async function since(name: RoomName, { birth, generation, seq }: Head): Promise<Kept> {
    const { rows } = await pool.query<{ seq: string; bytes: Buffer }>(
      "SELECT seq, bytes FROM document_updates WHERE room = $1 AND generation = $2 AND seq > $3 ORDER BY document_updates.seq",
      [name.id, generation, seq],
    );
    const updates = await sealOf(name, keys).open(rows.map(({ bytes }) => bytes));
    return { birth, generation, seq: Number(rows.at(-1)?.seq ?? seq), updates };
  }

  async function append(name: RoomName, at: Head, update: Uint8Array, actor: string): Promise<Append> {
    const seal = sealOf(name, keys);
    const [bytes] = (await seal.close([update])) as [Buffer];
    const values = [name.id, at.generation, at.birth, bytes.length, bytes, actor, limits.documentBytes];
    for (;;) {
      const { rows } = await pool.query<AppendedRow>(appendSql, values);
      const [row] = rows;
      if (row) {
        const isMany = row.fresh_updates >= limits.compactAfterUpdates;
        if (isMany || row.fresh_size >= limits.compactAfterBytes) await compaction.compact(name, seal, actor);
        return headOf(row);
      }
      const now = (await heads([name.id])).get(name.id);
      if (now) return isSameText(now, at) ? compaction.add(name, seal, { at, update, actor }) : "moved";
      if (at.birth !== 0) return "moved";
      if (!(await shelves.make(name, at.generation))) return "too-many";
    }
  }

  async function heads(rooms: readonly string[]): Promise<Map<string, Head>> {
    const { rows } = await pool.query<HeadRow>(
      "SELECT room, birth, generation, last_seq FROM documents WHERE room = ANY ($1)",
      [rooms],
    );
    return new Map(rows.map((row) => [row.room, headOf(row)]));
  }

  return {
    async open(name) {
      const head = (await heads([name.id])).get(name.id) ?? { birth: 0, generation: -1 };
      // A seq of 0 reads all that is there, also what was written since.
      return since(name, { ...head, seq: 0 });
    },
    since,
    append,
    async begin(name, generation, update, actor) {
      const [bytes] = (await sealOf(name, keys).close([update])) as [Buffer];
      if (bytes.length > limits.documentBytes) return "full";
      if (!(await shelves.make(name, generation))) return "too-many";
      const { rowCount } = await pool.query(beginSql, [name.id, generation, bytes.length, bytes, actor]);
      return rowCount === 1 ? "begun" : "taken";
    },
    heads,
    async markBlank(room, { birth, seq }) {
      await pool.query(
        "UPDATE documents SET is_blank = true WHERE room = $1 AND birth = $2 AND last_seq = $3",
        [room, birth, seq],
      );
    },
    async clear(room, generation) {
      // A row also where there was none: whoever begins the former generation a moment later must see it.
      const { rowCount } = await pool.query(
        `INSERT INTO documents (room, generation) VALUES ($1, $2)
         ON CONFLICT (room) DO UPDATE SET generation = $2, size = 0, fresh_size = 0, fresh_updates = 0,
                                          is_blank = true, changed_at = now()
         WHERE documents.generation < $2`,
        [room, generation],
      );
      // What a writer had just added belongs to the former generation, which nobody reads any more.
      if (rowCount === 1)
        await pool.query("DELETE FROM document_updates WHERE room = $1 AND generation < $2", [
          room,
          generation,
        ]);
    },
    remove: shelves.remove,
    prune: shelves.prune,
  };
}
