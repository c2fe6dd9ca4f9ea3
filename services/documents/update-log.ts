import type pg from "pg";
import type { DocumentLimits } from "#contracts/documents/api";
import { inTransaction } from "../event-store/postgres/transaction.ts";

/** The updates of documents in PostgreSQL. The row in `documents` orders those of one room, without gaps. */
export interface UpdateLog {
  /** Updates after `seq`; the returned `seq` is that of the last one. */
  read(room: string, seq: number): Promise<{ readonly seq: number; readonly updates: readonly Uint8Array[] }>;
  /** Stores update number 1; false if the room has one. */
  seed(room: string, update: Uint8Array, actor: string): Promise<boolean>;
  /**
   * Returns the number of the stored update. `gone`: the room was deleted after `known` was read; `full`: it has no
   * space left. An unknown room is created.
   */
  append(room: string, known: number, update: Uint8Array, actor: string): Promise<number | "full" | "gone">;
  /** Replaces all updates by a snapshot with number `seq`; false if another update was stored after `known`. */
  replace(room: string, known: number, seq: number, snapshot: Uint8Array): Promise<boolean>;
  /** Number of the last update of each room. */
  lastNumbers(rooms: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Deletes the rooms with this prefix, except `present`. */
  remove(prefix: string, present?: string): Promise<void>;
  /** Deletes expired rooms; returns their number. */
  prune(): Promise<number>;
}

const seedSql = `
WITH d AS (
  INSERT INTO documents (room, last_seq, size) VALUES ($1, 1, length($2::bytea))
  ON CONFLICT DO NOTHING RETURNING room
)
INSERT INTO document_updates (room, seq, bytes, actor) SELECT room, 1, $2, $3 FROM d`;

const appendSql = `
WITH d AS (
  UPDATE documents SET last_seq = last_seq + 1, size = size + length($3::bytea), changed_at = now()
  WHERE room = $1 AND last_seq >= $2 AND size + length($3::bytea) <= $5 RETURNING room, last_seq
), u AS (
  INSERT INTO document_updates (room, seq, bytes, actor) SELECT room, last_seq, $3, $4 FROM d
)
SELECT last_seq FROM d`;

const pruneSql = `
DELETE FROM documents
WHERE changed_at < now() - make_interval(days => CASE WHEN last_seq = 1 THEN $1::int ELSE $2::int END)`;

export function postgresUpdateLog(pool: pg.Pool, limits: DocumentLimits): UpdateLog {
  async function lastNumbers(rooms: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await pool.query<{ room: string; last_seq: string }>(
      "SELECT room, last_seq FROM documents WHERE room = ANY ($1)",
      [rooms],
    );
    return new Map(rows.map(({ room, last_seq }) => [room, Number(last_seq)]));
  }

  const log: UpdateLog = {
    async read(room, seq) {
      const { rows } = await pool.query<{ seq: string; bytes: Buffer }>(
        "SELECT seq, bytes FROM document_updates WHERE room = $1 AND seq > $2 ORDER BY document_updates.seq",
        [room, seq],
      );
      return { seq: Number(rows.at(-1)?.seq ?? seq), updates: rows.map(({ bytes }) => bytes) };
    },
    seed: async (room, update, actor) => (await pool.query(seedSql, [room, update, actor])).rowCount === 1,
    async append(room, known, update, actor) {
      const values = [room, known, update, actor, limits.documentBytes];
      for (;;) {
        const { rows } = await pool.query<{ last_seq: string }>(appendSql, values);
        if (rows[0]) return Number(rows[0].last_seq);
        const head = (await lastNumbers([room])).get(room);
        if (head !== undefined) return head >= known ? "full" : "gone";
        if (known > 0) return "gone";
        if (await log.seed(room, update, actor)) return 1;
      }
    },
    // The row lock blocks writers only during the exchange.
    replace: (room, known, seq, snapshot) =>
      inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          "UPDATE documents SET last_seq = $3, size = $4, changed_at = now() WHERE room = $1 AND last_seq = $2",
          [room, known, seq, snapshot.length],
        );
        if (rowCount !== 1) return false;
        await client.query("DELETE FROM document_updates WHERE room = $1", [room]);
        await client.query("INSERT INTO document_updates (room, seq, bytes) VALUES ($1, $2, $3)", [
          room,
          seq,
          snapshot,
        ]);
        return true;
      }),
    lastNumbers,
    async remove(prefix, present = "") {
      await pool.query("DELETE FROM documents WHERE room LIKE $1 || '%' AND room <> $2", [prefix, present]);
    },
    async prune() {
      const { unchangedRetentionDays, retentionDays } = limits;
      return (await pool.query(pruneSql, [unchangedRetentionDays, retentionDays])).rowCount ?? 0;
    },
  };
  return log;
}
