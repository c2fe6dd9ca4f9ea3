import type pg from "pg";
import type { DocumentLimits } from "#contracts/documents/api";
import { inTransaction } from "../platform/transaction.ts";
import { type Append, type Head, type HeadRow, headOf, isSameText } from "./head.ts";
import type { RoomName } from "./room-name.ts";
import type { Seal } from "./seals.ts";
import { merged } from "./updates.ts";

interface More {
  readonly at: Head;
  readonly update: Uint8Array;
}

/**
 * Puts one snapshot in the place of all updates, and of one that comes with it: what a document takes up is what it
 * holds, not the way it came about. The row lock keeps writers away meanwhile. @throws OwnerForgotten
 */
export const compact = (
  pool: pg.Pool,
  limits: Pick<DocumentLimits, "documentBytes">,
  { id }: RoomName,
  seal: Seal,
  more?: More,
): Promise<Append> =>
  inTransaction(pool, async (client) => {
    const locked = await client.query<HeadRow>("SELECT * FROM documents WHERE room = $1 FOR UPDATE", [id]);
    const now = locked.rows[0] && headOf(locked.rows[0]);
    if (!now || (more && !isSameText(now, more.at))) return "moved";
    const { rows } = await client.query<{ bytes: Buffer }>(
      "SELECT bytes FROM document_updates WHERE room = $1 AND generation = $2 ORDER BY seq",
      [id, now.generation],
    );
    const updates = await seal.open(rows.map(({ bytes }) => bytes));
    const [snapshot] = (await seal.close([merged(more ? [...updates, more.update] : updates)])) as [Buffer];
    if (more && snapshot.length > limits.documentBytes) return "full";
    const seq = more ? now.seq + 1 : now.seq;
    await client.query("DELETE FROM document_updates WHERE room = $1", [id]);
    await client.query(
      "INSERT INTO document_updates (room, seq, generation, bytes) VALUES ($1, $2, $3, $4)",
      [id, seq, now.generation, snapshot],
    );
    await client.query(
      "UPDATE documents SET last_seq = $2, size = $3, fresh_size = 0, fresh_updates = 0 WHERE room = $1",
      [id, seq, snapshot.length],
    );
    if (more)
      await client.query("UPDATE documents SET is_blank = false, changed_at = now() WHERE room = $1", [id]);
    return { birth: now.birth, seq };
  });
