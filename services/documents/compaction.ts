import type pg from "pg";
import type { DocumentLimits } from "#contracts/documents/api";
import { inTransaction } from "../platform/database/transaction.ts";
import { TooMuchWork } from "../platform/threads/thread.ts";
import type { Copies } from "./copies.ts";
import { type Append, type Head, type HeadRow, headOf, isSameText } from "./head.ts";
import type { RoomName } from "./room-name.ts";
import type { Seal } from "./seals.ts";

interface More {
  readonly at: Head;
  readonly update: Uint8Array;
  /** uuid of the member who writes it. */
  readonly actor: string;
}

export interface Compaction {
  /**
   * Puts one snapshot in the place of all updates, unless somebody writes meanwhile.
   * @param actor uuid of the member whose update made it due
   * @throws OwnerForgotten
   */
  compact(name: RoomName, seal: Seal, actor: string): Promise<void>;
  /**
   * The same together with one update more, which would not fit beside the others. `full`, too, when that would take too
   * long, or others keep writing.
   * @throws OwnerForgotten
   */
  add(name: RoomName, seal: Seal, more: More): Promise<Append>;
}

/** How often one snapshot more is made after somebody else has written. */
const mostAttempts = 5;

/** What a document takes up is what it holds, not the way it came about. */
export function createCompaction(
  pool: pg.Pool,
  limits: Pick<DocumentLimits, "documentBytes">,
  { snapshot }: Pick<Copies, "snapshot">,
): Compaction {
  /** Where a document stands, and all of it as one piece. */
  async function read(
    { id }: RoomName,
    seal: Seal,
    isWanted: (now: Head) => boolean,
    more: Uint8Array[],
    actor: string,
  ) {
    const heads = await pool.query<HeadRow>("SELECT * FROM documents WHERE room = $1", [id]);
    const now = heads.rows[0] && headOf(heads.rows[0]);
    if (!now || !isWanted(now)) return;
    const { rows } = await pool.query<{ bytes: Buffer }>(
      "SELECT bytes FROM document_updates WHERE room = $1 AND generation = $2 AND seq <= $3 ORDER BY seq",
      [id, now.generation, now.seq],
    );
    const updates = await seal.open(rows.map(({ bytes }) => bytes));
    const [bytes] = (await seal.close([await snapshot([...updates, ...more], actor)])) as [Buffer];
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
    async compact(name, seal, actor) {
      try {
        const whole = await read(name, seal, () => true, [], actor);
        if (whole) await exchange(name, whole.now, whole.bytes, whole.now.seq, "");
      } catch (error) {
        if (!(error instanceof TooMuchWork)) throw error;
        // It stays as it is, and is not tried again before as much has come once more.
        await pool.query("UPDATE documents SET fresh_size = 0, fresh_updates = 0 WHERE room = $1", [name.id]);
      }
    },
    async add(name, seal, { at, update, actor }) {
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        const whole = await read(name, seal, (now) => isSameText(now, at), [update], actor).catch(tooMuch);
        if (whole === "full") return "full";
        if (!whole) return "moved";
        const { now, bytes } = whole;
        if (bytes.length > limits.documentBytes) return "full";
        const seq = now.seq + 1;
        const isDone = await exchange(name, now, bytes, seq, ", is_blank = false, changed_at = now()");
        if (isDone) return { birth: now.birth, seq };
      }
      return "full";
    },
  };
}

function tooMuch(error: unknown): "full" {
  if (error instanceof TooMuchWork) return "full";
  throw error;
}
