import type pg from "pg";
import type { DocumentLimits } from "#contracts/documents/api";
import { TooMuchWork } from "../platform/thread.ts";
import { inTransaction } from "../platform/transaction.ts";
import type { Copies } from "./copies.ts";
import { type Append, type Head, type HeadRow, headOf, isSameText } from "./head.ts";
import type { RoomName } from "./room-name.ts";
import type { Seal } from "./seals.ts";

interface More {
  readonly at: Head;
  readonly update: Uint8Array;
}

export interface Compaction {
  /** Puts one snapshot in the place of all updates, unless somebody writes meanwhile. @throws OwnerForgotten */
  compact(name: RoomName, seal: Seal): Promise<void>;
  /** The same together with one update more, which would not fit beside the others. @throws OwnerForgotten */
  add(name: RoomName, seal: Seal, more: More): Promise<Append>;
}

/** What a document takes up is what it holds, not the way it came about. */
export function createCompaction(
  pool: pg.Pool,
  limits: Pick<DocumentLimits, "documentBytes">,
  { snapshot }: Pick<Copies, "snapshot">,
): Compaction {
  /** Where a document stands, and all of it as one piece. */
  async function read({ id }: RoomName, seal: Seal, isWanted: (now: Head) => boolean, more: Uint8Array[]) {
    const heads = await pool.query<HeadRow>("SELECT * FROM documents WHERE room = $1", [id]);
    const now = heads.rows[0] && headOf(heads.rows[0]);
    if (!now || !isWanted(now)) return;
    const { rows } = await pool.query<{ bytes: Buffer }>(
      "SELECT bytes FROM document_updates WHERE room = $1 AND generation = $2 AND seq <= $3 ORDER BY seq",
      [id, now.generation, now.seq],
    );
    const updates = await seal.open(rows.map(({ bytes }) => bytes));
    const [bytes] = (await seal.close([await snapshot([...updates, ...more])])) as [Buffer];
    return { now, bytes };
  }

  /** False when it has gone on since it was read: the row lock keeps writers away only for the exchange itself. */
  const exchange = ({ id }: RoomName, now: Head, bytes: Buffer, seq: number, marks: string) =>
    inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `UPDATE documents SET last_seq = $2, size = $3, fresh_size = 0, fresh_updates = 0 ${marks}
         WHERE room = $1 AND birth = $4 AND generation = $5 AND last_seq = $6`,
        [id, seq, bytes.length, now.birth, now.generation, now.seq],
      );
      if (rowCount !== 1) return false;
      await client.query("DELETE FROM document_updates WHERE room = $1", [id]);
      await client.query(
        "INSERT INTO document_updates (room, seq, generation, bytes) VALUES ($1, $2, $3, $4)",
        [id, seq, now.generation, bytes],
      );
      return true;
    });

  return {
    async compact(name, seal) {
      try {
        const whole = await read(name, seal, () => true, []);
        if (whole) await exchange(name, whole.now, whole.bytes, whole.now.seq, "");
      } catch (error) {
        // It stays as it is.
        if (!(error instanceof TooMuchWork)) throw error;
      }
    },
    async add(name, seal, { at, update }) {
      for (;;) {
        const whole = await read(name, seal, (now) => isSameText(now, at), [update]);
        if (!whole) return "moved";
        const { now, bytes } = whole;
        if (bytes.length > limits.documentBytes) return "full";
        const seq = now.seq + 1;
        const isDone = await exchange(name, now, bytes, seq, ", is_blank = false, changed_at = now()");
        if (isDone) return { birth: now.birth, seq };
      }
    },
  };
}
