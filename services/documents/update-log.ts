import type pg from "pg";
import type { DocumentLimits } from "#contracts/documents/api";
import type { KeyRing } from "../platform/member-keys.ts";
import type { RoomName } from "./room-name.ts";
import { type Seal, sealOf } from "./seals.ts";
import { merged } from "./updates.ts";

/** How far a document has come. `seq` counts its updates over all generations. */
export interface Head {
  readonly generation: number;
  readonly seq: number;
}

export interface Kept extends Head {
  readonly updates: readonly Uint8Array[];
}

/** `moved`: the room is of another generation, or gone. `full`: above the limit even after compaction. */
export type Append = { readonly seq: number } | "moved" | "full";

/** The updates of documents in Postgres. Row locks on `documents` put those of one room in an order without gaps. */
export interface UpdateLog {
  /** The document, made when there is none; `too-many` drafts of one member. @throws OwnerForgotten */
  open(name: RoomName): Promise<Kept | "too-many">;
  /** What came after `seq` in a generation. @throws OwnerForgotten */
  since(name: RoomName, at: Head): Promise<Kept>;
  /** @throws OwnerForgotten */
  append(name: RoomName, generation: number, update: Uint8Array, actor: string): Promise<Append>;
  /** Gives an empty document its first content; `taken` when somebody else was first. */
  begin(name: RoomName, generation: number, update: Uint8Array, actor: string): Promise<"begun" | "taken">;
  heads(rooms: readonly string[]): Promise<ReadonlyMap<string, Head>>;
  /** Empties the document unless it is of this generation or a later one. */
  clear(room: string, generation: number): Promise<void>;
  /** Deletes all documents whose name begins so. */
  remove(prefix: string): Promise<void>;
}

interface HeadRow {
  readonly room: string;
  readonly generation: string;
  readonly last_seq: string;
}

interface AppendedRow {
  readonly last_seq: string;
  readonly fresh_size: number;
  readonly fresh_updates: number;
}

const appendSql = `
WITH d AS (
  UPDATE documents SET last_seq = last_seq + 1, size = size + $3, fresh_size = fresh_size + $3,
         fresh_updates = fresh_updates + 1, changed_at = now()
  WHERE room = $1 AND generation = $2 AND size + $3 <= $6
  RETURNING room, last_seq, generation, fresh_size, fresh_updates
), u AS (
  INSERT INTO document_updates (room, seq, generation, bytes, actor)
  SELECT room, last_seq, generation, $4, $5 FROM d
)
SELECT last_seq, fresh_size, fresh_updates FROM d`;

const beginSql = `
WITH d AS (
  UPDATE documents SET generation = $2, last_seq = last_seq + 1, size = $3, fresh_size = $3, fresh_updates = 1,
         changed_at = now()
  WHERE room = $1 AND generation <= $2 AND size = 0
  RETURNING room, last_seq, generation
)
INSERT INTO document_updates (room, seq, generation, bytes, actor)
SELECT room, last_seq, generation, $4, $5 FROM d`;

export function postgresUpdateLog(pool: pg.Pool, keys: KeyRing, limits: DocumentLimits): UpdateLog {
  async function since(name: RoomName, { generation, seq }: Head): Promise<Kept> {
    const { rows } = await pool.query<{ seq: string; bytes: Buffer }>(
      "SELECT seq, bytes FROM document_updates WHERE room = $1 AND generation = $2 AND seq > $3 ORDER BY document_updates.seq",
      [name.id, generation, seq],
    );
    const updates = await sealOf(name, keys).open(rows.map(({ bytes }) => bytes));
    return { generation, seq: Number(rows.at(-1)?.seq ?? seq), updates };
  }

  async function append(
    name: RoomName,
    generation: number,
    update: Uint8Array,
    actor: string,
  ): Promise<Append> {
    const seal = sealOf(name, keys);
    const [bytes] = (await seal.close([update])) as [Buffer];
    const values = [name.id, generation, bytes.length, bytes, actor, limits.documentBytes];
    for (let attempt = 1; ; attempt += 1) {
      const { rows } = await pool.query<AppendedRow>(appendSql, values);
      const [row] = rows;
      if (row) {
        const isMany = row.fresh_updates >= limits.compactAfterUpdates;
        if (isMany || row.fresh_size >= limits.compactAfterBytes) await compact(name, seal);
        return { seq: Number(row.last_seq) };
      }
      const head = (await heads([name.id])).get(name.id);
      if (head?.generation !== generation) return "moved";
      if (attempt > 1) return "full";
      await compact(name, seal);
    }
  }

  /** Puts one snapshot in the place of all updates. The row lock keeps writers away meanwhile. */
  async function compact({ id }: RoomName, seal: Seal): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      const locked = await client.query<HeadRow>("SELECT * FROM documents WHERE room = $1 FOR UPDATE", [id]);
      const [head] = locked.rows;
      if (head) {
        const { rows } = await client.query<{ bytes: Buffer }>(
          "SELECT bytes FROM document_updates WHERE room = $1 AND generation = $2 ORDER BY seq",
          [id, head.generation],
        );
        const [snapshot] = await seal.close([merged(await seal.open(rows.map(({ bytes }) => bytes)))]);
        await client.query("DELETE FROM document_updates WHERE room = $1", [id]);
        await client.query(
          "INSERT INTO document_updates (room, seq, generation, bytes) VALUES ($1, $2, $3, $4)",
          [id, head.last_seq, head.generation, snapshot],
        );
        await client.query(
          "UPDATE documents SET size = $2, fresh_size = 0, fresh_updates = 0 WHERE room = $1",
          [id, snapshot?.length],
        );
      }
      await client.query("COMMIT");
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async function heads(rooms: readonly string[]): Promise<Map<string, Head>> {
    const { rows } = await pool.query<HeadRow>(
      "SELECT room, generation, last_seq FROM documents WHERE room = ANY ($1)",
      [rooms],
    );
    return new Map(
      rows.map((row) => [row.room, { generation: Number(row.generation), seq: Number(row.last_seq) }]),
    );
  }

  async function make(name: RoomName): Promise<boolean> {
    const made = await pool.query(
      `INSERT INTO documents (room) SELECT $1
       WHERE $2::text IS NULL OR (SELECT count(*) FROM documents WHERE room LIKE $2 || '%') < $3
       ON CONFLICT DO NOTHING`,
      [name.id, name.kind === "draft" ? `draft/${name.owner}/` : null, limits.draftsPerMember],
    );
    return made.rowCount === 1;
  }

  return {
    async open(name) {
      let head = (await heads([name.id])).get(name.id);
      if (!head) {
        await make(name);
        head = (await heads([name.id])).get(name.id);
      }
      // A seq of 0 reads all that is there, also what was written since.
      return head ? since(name, { generation: head.generation, seq: 0 }) : "too-many";
    },
    since,
    append,
    async begin(name, generation, update, actor) {
      const [bytes] = (await sealOf(name, keys).close([update])) as [Buffer];
      const { rowCount } = await pool.query(beginSql, [name.id, generation, bytes.length, bytes, actor]);
      return rowCount === 1 ? "begun" : "taken";
    },
    heads,
    async clear(room, generation) {
      const { rowCount } = await pool.query(
        `INSERT INTO documents (room, generation) VALUES ($1, $2)
         ON CONFLICT (room) DO UPDATE SET generation = $2, size = 0, fresh_size = 0, fresh_updates = 0
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
    async remove(prefix) {
      await pool.query("DELETE FROM documents WHERE room LIKE $1 || '%'", [prefix]);
    },
  };
}
