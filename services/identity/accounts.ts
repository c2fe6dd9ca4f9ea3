import { createHmac, randomUUID } from "node:crypto";
import type pg from "pg";
import { v5 as uuidv5 } from "uuid";
import { memberEvents } from "#contracts/member/events";
import { type EventStore, WrongRevision } from "../event-store/event-store.ts";
import type { MemberState } from "./deps.ts";

export type Accounts = ReturnType<typeof createAccounts>;

interface AccountsDeps {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  /** The current one, then former ones. */
  readonly keys: readonly Uint8Array[];
  /** Subjects are unique only within one provider. */
  readonly provider: string;
  readonly memberState: (uuid: string) => Promise<MemberState>;
  readonly now: () => Date;
}

const signUps = "8e0c5b0e-6d5f-4a9c-9a53-7f1f3d0b6c55";

/** Maps social accounts to members. */
export function createAccounts(deps: AccountsDeps) {
  const { pool, memberState } = deps;

  /** After a withdrawal the same social account becomes a new member. */
  async function forget(memberId: string) {
    await pool.query("DELETE FROM identity_account WHERE member_id = $1", [memberId]);
  }

  return {
    forget,
    /** Creates the member at the first sign-in (spec/wire-contract.md §2.1 step 3). */
    async memberFor(subject: string): Promise<{ uuid: string; hasProfile: boolean }> {
      for (;;) {
        const uuid = await claim(deps, subject);
        let state = await memberState(uuid);
        if (state === "absent") {
          await signUp(deps, uuid, subject);
          state = await memberState(uuid);
        }
        if (state !== "withdrawn") return { uuid, hasProfile: state === "complete" };
        // The withdrawal was interrupted before the account was deleted.
        await forget(uuid);
      }
    },
  };
}

/** The uuid reserved for this account; concurrent first sign-ins get the same one. */
async function claim({ pool, keys, provider }: AccountsDeps, subject: string): Promise<string> {
  const [digest, ...former] = keys.map((key) =>
    createHmac("sha256", key).update(`${provider}\n${subject}`).digest(),
  );
  // The subject is known only at a login, so only now can its digest be replaced.
  if (former.length > 0)
    await pool.query(
      `UPDATE identity_account SET subject_digest = $2 WHERE provider = $1 AND subject_digest = ANY ($3)
       AND NOT EXISTS (SELECT FROM identity_account WHERE provider = $1 AND subject_digest = $2)`,
      [provider, digest, former],
    );
  const { rows } = await pool.query<{ member_id: string }>(
    `INSERT INTO identity_account (provider, subject_digest, member_id) VALUES ($1, $2, $3)
     ON CONFLICT (provider, subject_digest) DO UPDATE SET provider = EXCLUDED.provider RETURNING member_id`,
    [provider, digest, randomUUID()],
  );
  return rows[0]?.member_id as string;
}

/** The same command id each time: an interrupted sign-up is completed by the next sign-in. */
async function signUp({ store, now }: AccountsDeps, memberId: string, providerId: string): Promise<void> {
  const commandId = uuidv5(memberId, signUps);
  const event = {
    type: "MemberSignedUp",
    schemaVersion: memberEvents.MemberSignedUp.version,
    data: { memberId, providerId },
  };
  const command = {
    commandId,
    fingerprint: "sign-up",
    answer: null,
    meta: { causationId: commandId, correlationId: commandId, actor: memberId },
    occurredAt: now().toISOString(),
  };
  try {
    await store.append(`member-${memberId}`, [event], -1, command);
  } catch (error) {
    if (!(error instanceof WrongRevision)) throw error;
  }
}
