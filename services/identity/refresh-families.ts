import { randomUUID } from "node:crypto";
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
  type Transaction,
} from "kysely";
import { refreshTokenSeconds } from "./cookies.ts";
import { digestOf, judge, newRefreshToken, successorOf } from "./refresh-token.ts";
import type { IdentityTables } from "./tables.ts";

/** Postgres channel on which the ids of ended sign-ins are told to all processes. */
export const endedLogins = "ended_logins";

/** A token and the sign-in that it descends from. */
export interface FamilyToken {
  readonly token: string;
  readonly family: string;
}

/** Rotating refresh tokens with detection of reuse. All state is in Postgres, so any process may answer. */
export interface RefreshFamilies {
  /** A first token for a new sign-in. */
  start(memberId: string): Promise<FamilyToken>;
  /** Whose token this is, whatever its state. */
  ownerOf(token: string): Promise<string | undefined>;
  /** The successor, or undefined when there is none to be had; reuse has then ended the family. */
  rotate(token: string): Promise<FamilyToken | undefined>;
  /** Ends the sign-in that this token, used or not, descends from. */
  revoke(token: string): Promise<void>;
  /** Ends a sign-in by its id. */
  revokeLogin(family: string): Promise<void>;
  revokeAll(memberId: string): Promise<void>;
  /** Removes what can no longer be used. Returns how many sign-ins that were. */
  prune(): Promise<number>;
}

type FamilyParts = ExpressionBuilder<IdentityTables, "refresh_family">;

/** Used tokens are kept longer than they are valid: presented again, they still betray a copy. */
const keepUsedMs = 7 * 24 * 60 * 60 * 1000;

export function createRefreshFamilies(
  db: Kysely<IdentityTables>,
  key: Uint8Array,
  now: () => Date,
): RefreshFamilies {
  const expiry = () => new Date(now().getTime() + refreshTokenSeconds * 1000);
  const revokeWhere = (which: (parts: FamilyParts) => Expression<SqlBool>) =>
    db.transaction().execute(async (work) => {
      const ended = await work
        .updateTable("refresh_family")
        .set({ revoked_at: now() })
        .where("revoked_at", "is", null)
        .where(which)
        .returning("id")
        .execute();
      await tellEnded(work, ended);
    });
  return {
    async start(memberId) {
      const token = newRefreshToken();
      const expires_at = expiry();
      const id = randomUUID();
      await db.transaction().execute(async (work) => {
        await work.insertInto("refresh_family").values({ id, member_id: memberId, expires_at }).execute();
        const row = { digest: digestOf(token), family_id: id, expires_at };
        await work.insertInto("refresh_token").values(row).execute();
      });
      return { token, family: id };
    },

    async ownerOf(token) {
      const row = await tokenRow(db, token).select("refresh_family.member_id").executeTakeFirst();
      return row?.member_id;
    },

    rotate: (token) =>
      db.transaction().execute(async (work) => {
        // Locks token and family: of two renewals at once the second sees what the first one did.
        const row = await tokenRow(work, token)
          .select(["family_id", "revoked_at", usedForMs, "refresh_token.expires_at"])
          .forUpdate()
          .executeTakeFirst();
        const facts = row && {
          isRevoked: row.revoked_at !== null,
          usedForMs: row.usedForMs,
          expiresAt: new Date(row.expires_at),
        };
        const verdict = judge(facts, now());
        if (!row || verdict === "dead") return undefined;
        if (verdict === "reused") {
          await work
            .updateTable("refresh_family")
            .set({ revoked_at: now() })
            .where("id", "=", row.family_id)
            .execute();
          await tellEnded(work, [{ id: row.family_id }]);
          return undefined;
        }
        const successor = successorOf(token, key);
        if (verdict === "fresh")
          await replace(work, token, successor, { family_id: row.family_id, expires_at: expiry() });
        return { token: successor, family: row.family_id };
      }),

    revoke: (token) =>
      revokeWhere((eb) =>
        eb(
          "id",
          "in",
          eb.selectFrom("refresh_token").select("family_id").where("digest", "=", digestOf(token)),
        ),
      ),

    revokeLogin: (family) => revokeWhere((eb) => eb("id", "=", family)),

    revokeAll: (memberId) => revokeWhere((eb) => eb("member_id", "=", memberId)),

    async prune() {
      const before = new Date(now().getTime() - keepUsedMs);
      await db.deleteFrom("refresh_token").where("expires_at", "<", before).execute();
      const gone = await db.deleteFrom("refresh_family").where("expires_at", "<", now()).executeTakeFirst();
      return Number(gone.numDeletedRows);
    },
  };
}

/** By the database's clock: those of processes may stand further apart than two renewals at once. */
const usedForMs = sql<
  number | null
>`(extract(epoch FROM clock_timestamp() - used_at) * 1000)::double precision`.as("usedForMs");

const tokenRow = (db: Kysely<IdentityTables>, token: string) =>
  db
    .selectFrom("refresh_token")
    .innerJoin("refresh_family", "refresh_family.id", "refresh_token.family_id")
    .where("digest", "=", digestOf(token));

/** Heard once the transaction has been committed. */
async function tellEnded(
  work: Transaction<IdentityTables>,
  families: readonly { id: string }[],
): Promise<void> {
  for (const { id } of families) await sql`SELECT pg_notify(${endedLogins}, ${id})`.execute(work);
}

async function replace(
  work: Transaction<IdentityTables>,
  token: string,
  successor: string,
  { family_id, expires_at }: { family_id: string; expires_at: Date },
): Promise<void> {
  const used_at = sql<Date>`clock_timestamp()`;
  await work.updateTable("refresh_token").set({ used_at }).where("digest", "=", digestOf(token)).execute();
  const row = { digest: digestOf(successor), family_id, expires_at };
  await work.insertInto("refresh_token").values(row).execute();
  await work.updateTable("refresh_family").set({ expires_at }).where("id", "=", family_id).execute();
}
