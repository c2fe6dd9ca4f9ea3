import { randomUUID } from "node:crypto";
import type pg from "pg";
import { inTransaction } from "../event-store/postgres/transaction.ts";
import { refreshTokenSeconds } from "./cookies.ts";
import { digestOf, judge, newRefreshToken, successorOf } from "./refresh-token.ts";

/** PostgreSQL channel that sends the ids of ended sessions to all processes. */
export const endedLogins = "ended_logins";

/** A token and the session to which it belongs. */
export interface FamilyToken {
  readonly token: string;
  readonly family: string;
}

export type RefreshFamilies = ReturnType<typeof createRefreshFamilies>;

/** Used tokens are kept longer than they are valid: presented again, they still reveal a copy. */
const keepUsedMs = 7 * 24 * 60 * 60 * 1000;

const startFamily = `
WITH family AS (INSERT INTO refresh_family (id, member_id, expires_at) VALUES ($1, $2, $4))
INSERT INTO refresh_token (digest, family_id, expires_at) VALUES ($3, $1, $4)`;

const owner = `
SELECT member_id FROM refresh_token JOIN refresh_family ON refresh_family.id = family_id WHERE digest = $1`;

/**
 * Locks token and family: of two concurrent renewals the second sees the result of the first. Uses the database's
 * clock, because those of processes may differ by more than the time between them.
 */
const tokenForUpdate = `
SELECT family_id AS family, revoked_at IS NOT NULL AS "isRevoked", refresh_token.expires_at AS "expiresAt",
       (extract(epoch FROM clock_timestamp() - used_at) * 1000)::double precision AS "usedForMs"
FROM refresh_token JOIN refresh_family ON refresh_family.id = family_id WHERE digest = $1 FOR UPDATE`;

const replaceToken = `
WITH used AS (UPDATE refresh_token SET used_at = clock_timestamp() WHERE digest = $1),
     extended AS (UPDATE refresh_family SET expires_at = $4 WHERE id = $3)
INSERT INTO refresh_token (digest, family_id, expires_at) VALUES ($2, $3, $4)`;

interface TokenRow {
  readonly family: string;
  readonly isRevoked: boolean;
  readonly expiresAt: string | Date;
  readonly usedForMs: number | null;
}

/**
 * Ends sessions that match the condition (of `$2`); all processes are notified with the commit. Returns their number.
 */
export async function endSignIns(
  database: Pick<pg.Pool, "query">,
  at: Date,
  condition: string,
  value: unknown,
): Promise<number> {
  const { rowCount } = await database.query(
    `WITH ended AS (
       UPDATE refresh_family SET revoked_at = $1 WHERE revoked_at IS NULL AND ${condition} RETURNING id)
     SELECT pg_notify('${endedLogins}', id::text) FROM ended`,
    [at, value],
  );
  return rowCount ?? 0;
}

/** Rotating refresh tokens with detection of reuse. All state is in PostgreSQL, so any process may handle a request. */
export function createRefreshFamilies(pool: pg.Pool, key: Uint8Array, now: () => Date) {
  const expiry = () => new Date(now().getTime() + refreshTokenSeconds * 1000);

  const revokeWhere = async (condition: string, value: unknown, database: Pick<pg.Pool, "query"> = pool) =>
    void (await endSignIns(database, now(), condition, value));

  return {
    /** A first token for a new session. */
    async start(memberId: string): Promise<FamilyToken> {
      const token = newRefreshToken();
      const family = randomUUID();
      await pool.query(startFamily, [family, memberId, digestOf(token), expiry()]);
      return { token, family };
    },

    /** The member of a token, whatever its state. */
    async ownerOf(token: string): Promise<string | undefined> {
      const { rows } = await pool.query<{ member_id: string }>(owner, [digestOf(token)]);
      return rows[0]?.member_id;
    },

    /** The successor, or undefined if there is none; reuse has then ended the family. */
    rotate: (token: string) =>
      inTransaction(pool, async (client): Promise<FamilyToken | undefined> => {
        const { rows } = await client.query<TokenRow>(tokenForUpdate, [digestOf(token)]);
        const [row] = rows;
        const verdict = judge(row && { ...row, expiresAt: new Date(row.expiresAt) }, now());
        if (!row || verdict === "dead") return undefined;
        const { family } = row;
        if (verdict === "reused") return void (await revokeWhere("id = $2", family, client));
        const successor = successorOf(token, key);
        if (verdict === "fresh")
          await client.query(replaceToken, [digestOf(token), digestOf(successor), family, expiry()]);
        return { token: successor, family };
      }),

    /** Ends the session of this token, used or not. */
    revoke: (token: string) =>
      revokeWhere("id IN (SELECT family_id FROM refresh_token WHERE digest = $2)", digestOf(token)),
    revokeLogin: (family: string) => revokeWhere("id = $2", family),
    revokeAll: (memberId: string) => revokeWhere("member_id = $2", memberId),

    /** Removes sessions that can no longer be used. Returns their number. */
    async prune(): Promise<number> {
      const before = new Date(now().getTime() - keepUsedMs);
      await pool.query("DELETE FROM refresh_token WHERE expires_at < $1", [before]);
      const { rowCount } = await pool.query("DELETE FROM refresh_family WHERE expires_at < $1", [now()]);
      return rowCount ?? 0;
    },
  };
}
