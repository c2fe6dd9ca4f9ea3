import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { AcceptedCommand, Checkpoint, EventMeta } from "../event-store.ts";
import type { PendingAppend } from "../pending-append.ts";
import { asPortError } from "../unavailable.ts";

/** An append whose outcome is unknown. */
export interface Claim {
  readonly commandId: string;
  readonly attempt: string;
  readonly entry: PendingAppend;
  readonly fingerprint: string;
  readonly answer: unknown;
}

/** An accepted command; fingerprint and response are absent once they have been deleted. */
export interface Settled extends Pick<AcceptedCommand, "commandId" | "checkpoint"> {
  readonly fingerprint: string | null;
  readonly answer: unknown;
}

export type Known = { readonly open: Claim } | { readonly settled: Settled };

/** Claims and responses of the commands of a log outside this database (table `command_claims`). */
export interface Claims {
  /** Returns undefined if the command id is already claimed, by a concurrent duplicate or an earlier attempt. */
  claim(command: Omit<Claim, "attempt">): Promise<Claim | undefined>;
  find(commandId: string): Promise<Known | undefined>;
  /** Records that the events are in the log: stores the response and destroys keys in one transaction. Repeatable. */
  settle(claim: Claim, checkpoint: Checkpoint): Promise<void>;
  /** Stores a command without events. Returns false if the command id is already claimed. */
  record(command: Omit<Claim, "attempt">, checkpoint: Checkpoint): Promise<boolean>;
  /** Releases a claim whose events will never be in the log. */
  release(claim: Claim): Promise<void>;
  /** Claims that have been open for this many seconds; the processes that made them have probably died. */
  leftOpen(forSeconds: number): Promise<readonly Claim[]>;
  /** Position of the event settled last; undefined where no response is stored. */
  lastPosition(): Promise<Checkpoint | undefined>;
  /** Deletes responses older than this; returns their number. */
  forget(olderThanHours: number): Promise<number>;
}

interface ClaimRow {
  command_id: string;
  attempt: string;
  entry: PendingAppend | null;
  fingerprint: string | null;
  answer: unknown;
  checkpoint: Checkpoint;
}

export function postgresClaims(pool: pg.Pool): Claims {
  async function query<R extends pg.QueryResultRow = ClaimRow>(
    text: string,
    values: unknown[],
  ): Promise<R[]> {
    try {
      return (await pool.query<R>(text, values)).rows;
    } catch (error) {
      throw asPortError(error);
    }
  }

  return {
    async claim(command) {
      const { commandId, entry, fingerprint, answer } = command;
      const attempt = randomUUID();
      const made = await query(
        `INSERT INTO command_claims (command_id, attempt, entry, fingerprint, answer) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING RETURNING 1 AS made`,
        [commandId, attempt, JSON.stringify(entry), fingerprint, JSON.stringify(answer ?? null)],
      );
      return made.length > 0 ? { ...command, attempt } : undefined;
    },

    async find(commandId) {
      const [row] = await query("SELECT * FROM command_claims WHERE command_id = $1", [commandId]);
      return row && known(row);
    },

    async settle({ commandId, attempt, entry }, checkpoint) {
      const settled = `UPDATE command_claims SET entry = NULL, checkpoint = $3, at = now()
        WHERE command_id = $1 AND attempt = $2 AND entry IS NOT NULL`;
      const values = [commandId, attempt, checkpoint];
      if (!entry.forget?.length) await query(settled, values);
      else await query(`WITH forgotten AS (${destroyKeys("$4")}) ${settled}`, [...values, entry.forget]);
    },

    async record({ commandId, entry, fingerprint, answer }, checkpoint) {
      const insert = `INSERT INTO command_claims (command_id, attempt, fingerprint, answer, checkpoint)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING 1 AS made`;
      const values = [commandId, randomUUID(), fingerprint, JSON.stringify(answer ?? null), checkpoint];
      const made = entry.forget?.length
        ? await query(`WITH forgotten AS (${destroyKeys("$6")}) ${insert}`, [...values, entry.forget])
        : await query(insert, values);
      return made.length > 0;
    },

    async release({ commandId, attempt }) {
      await query("DELETE FROM command_claims WHERE command_id = $1 AND attempt = $2 AND entry IS NOT NULL", [
        commandId,
        attempt,
      ]);
    },

    async leftOpen(forSeconds) {
      const rows = await query(
        `SELECT * FROM command_claims WHERE entry IS NOT NULL AND at < now() - make_interval(secs => $1)
         ORDER BY at LIMIT 50`,
        [forSeconds],
      );
      return rows.flatMap((row) => {
        const found = known(row);
        return "open" in found ? [found.open] : [];
      });
    },

    async lastPosition() {
      const [row] = await query<{ checkpoint: Checkpoint }>(
        `SELECT checkpoint FROM command_claims WHERE fingerprint IS NOT NULL AND entry IS NULL
         ORDER BY at DESC LIMIT 1`,
        [],
      );
      return row?.checkpoint;
    },

    async forget(olderThanHours) {
      const [row] = await query<{ gone: number }>(
        `WITH gone AS (UPDATE command_claims SET fingerprint = NULL, answer = NULL
           WHERE fingerprint IS NOT NULL AND entry IS NULL AND at < now() - make_interval(hours => $1) RETURNING 1)
         SELECT count(*)::integer AS gone FROM gone`,
        [olderThanHours],
      );
      return row?.gone ?? 0;
    },
  };
}

/**
 * Deletes accepted commands none of whose events are in a log, so that they can be executed again, and records the
 * positions of the other commands' events in this log. Returns the number deleted.
 */
export async function forgetLostCommands(
  pool: pg.Pool,
  log: AsyncIterable<{
    readonly events: readonly { readonly meta: EventMeta; readonly checkpoint: Checkpoint }[];
  }>,
): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query(
      "CREATE TEMP TABLE kept_commands (n bigint GENERATED ALWAYS AS IDENTITY, command_id uuid, checkpoint text)",
    );
    for await (const { events } of log)
      await client.query(
        "INSERT INTO kept_commands (command_id, checkpoint) SELECT * FROM unnest($1::uuid[], $2::text[])",
        [events.map(({ meta }) => meta.commandId), events.map(({ checkpoint }) => checkpoint)],
      );
    await client.query(
      `UPDATE command_claims c SET checkpoint = k.checkpoint
       FROM (SELECT DISTINCT ON (command_id) * FROM kept_commands ORDER BY command_id, n DESC) k
       WHERE c.command_id = k.command_id AND c.entry IS NULL AND c.checkpoint <> k.checkpoint`,
    );
    const { rowCount } = await client.query(
      `DELETE FROM command_claims c WHERE entry IS NULL
       AND NOT EXISTS (SELECT FROM kept_commands k WHERE k.command_id = c.command_id)`,
    );
    return rowCount ?? 0;
  } finally {
    client.release(true);
  }
}

/** The table belongs to the encryption (personal-data.ts); without encryption no append destroys keys. */
const destroyKeys = (members: string) => `DELETE FROM member_keys WHERE member = ANY (${members}::uuid[])`;

function known({ command_id: commandId, attempt, entry, fingerprint, answer, checkpoint }: ClaimRow): Known {
  return entry
    ? { open: { commandId, attempt, entry, fingerprint: fingerprint ?? "", answer } }
    : { settled: { commandId, checkpoint, fingerprint, answer } };
}
