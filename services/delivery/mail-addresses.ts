import { createHash, createHmac, randomBytes } from "node:crypto";
import type pg from "pg";
import { Refused } from "#contracts/errors";
import { asMissingKey, type KeyRing } from "../platform/privacy/member-keys.ts";
import { decrypt, encrypt } from "../platform/privacy/sealing.ts";

interface AddressesDeps {
  readonly pool: pg.Pool;
  readonly keys: KeyRing;
  /** Keys of the HMAC by which addresses are looked up. */
  readonly digestKey: Uint8Array;
  readonly now: () => Date;
}

interface AddressRow {
  readonly sealed: Buffer;
  readonly confirmed_at: string | null;
  readonly confirm_expires_at: string | null;
  readonly unsubscribe_token: string;
  readonly bounced_at: string | null;
}

/** A confirmed address to which mails have not bounced. */
export interface MailAddress {
  readonly address: string;
  readonly unsubscribeToken: string;
}

interface MailState {
  /** Masked. */
  readonly address: string | null;
  readonly state: "none" | "waiting" | "confirmed" | "bounced";
}

const confirmMs = 24 * 3_600_000;
const tokenBytes = 32;
const token = () => randomBytes(tokenBytes).toString("base64url");
const confirmDigestOf = (text: string) => createHash("sha256").update(text).digest();
const contextOf = (member: string) => `member-mail/${member}`;

/** Two characters of the local part, and the domain. */
function masked(address: string): string {
  const at = address.lastIndexOf("@");
  return `${[...address.slice(0, at)].slice(0, 2).join("")}••••${address.slice(at)}`;
}

/** The address without what follows a plus sign in its local part. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at).replace(/\+.*/s, "")}${address.slice(at)}`.toLowerCase();
}

function stateOf({ bounced_at, confirmed_at }: AddressRow): MailState["state"] {
  if (bounced_at) return "bounced";
  return confirmed_at ? "confirmed" : "waiting";
}

const putSql = `
INSERT INTO member_mail (member_id, sealed, address_digest, confirm_digest, confirm_expires_at, unsubscribe_token)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (member_id) DO UPDATE
SET sealed = excluded.sealed, address_digest = excluded.address_digest, confirm_digest = excluded.confirm_digest,
  confirm_expires_at = excluded.confirm_expires_at, unsubscribe_token = excluded.unsubscribe_token,
  confirmed_at = NULL, bounced_at = NULL`;

const confirmSql = `
UPDATE member_mail SET confirmed_at = $2, confirm_digest = NULL, confirm_expires_at = NULL
WHERE confirm_digest = $1 AND confirm_expires_at > $2`;

/** Mail addresses of members, encrypted with their keys. */
export function createMailAddresses({ pool, keys, digestKey, now }: AddressesDeps) {
  /** Undefined also once it was not confirmed in time. */
  async function addressOf(member: string): Promise<(MailAddress & Pick<MailState, "state">) | undefined> {
    const { rows } = await pool.query<AddressRow>(
      `SELECT sealed, confirmed_at, confirm_expires_at, unsubscribe_token, bounced_at
       FROM member_mail WHERE member_id = $1`,
      [member],
    );
    const [row] = rows;
    const isOver = row?.confirm_expires_at && Date.parse(row.confirm_expires_at) <= now().getTime();
    const key = row && !isOver && (await keys.of([member])).get(member);
    if (!key) return undefined;
    const address = String(decrypt(key, row.sealed, contextOf(member)));
    return { address, unsubscribeToken: row.unsubscribe_token, state: stateOf(row) };
  }

  return {
    /** HMAC of a mailbox with the server's key: all plus-addresses of a mailbox have the same one. */
    digestOf: (address: string): Buffer =>
      createHmac("sha256", digestKey).update(mailboxOf(address)).digest(),

    /**
     * Replaces a member's address by an unconfirmed one. Returns the token that confirms it.
     * @throws Refused
     */
    async put(member: string, address: string, digest: Buffer): Promise<string> {
      const key = (await keys.of([member])).get(member);
      if (!key) throw new Refused("bad-token");
      const sealed = encrypt(key, Buffer.from(address), contextOf(member));
      const confirm = token();
      const expires = new Date(now().getTime() + confirmMs);
      const values = [member, sealed, digest, confirmDigestOf(confirm), expires, token()];
      await pool.query(putSql, values).catch((error: unknown) => {
        throw asMissingKey(error);
      });
      return confirm;
    },

    async remove(member: string): Promise<void> {
      await pool.query("DELETE FROM member_mail WHERE member_id = $1", [member]);
    },

    /** Confirms the address that is pending with this token. The token is used up. */
    async confirm(given: string): Promise<boolean> {
      const { rowCount } = await pool.query(confirmSql, [confirmDigestOf(given), now()]);
      return rowCount === 1;
    },

    /** The member whose address an unsubscribe token belongs to. */
    async memberOf(unsubscribeToken: string): Promise<string | undefined> {
      const { rows } = await pool.query<{ member_id: string }>(
        "SELECT member_id FROM member_mail WHERE unsubscribe_token = $1",
        [unsubscribeToken.replaceAll("\0", "")],
      );
      return rows[0]?.member_id;
    },

    async state(member: string): Promise<MailState> {
      const { address, state } = (await addressOf(member)) ?? {};
      return address && state ? { address: masked(address), state } : { address: null, state: "none" };
    },

    async confirmed(member: string): Promise<MailAddress | undefined> {
      const found = await addressOf(member);
      return found?.state === "confirmed" ? found : undefined;
    },

    /** Records that mails to this address of a member bounced. */
    async bounced(member: string, unsubscribeToken: string): Promise<void> {
      await pool.query(
        "UPDATE member_mail SET bounced_at = $3 WHERE member_id = $1 AND unsubscribe_token = $2",
        [member, unsubscribeToken, now()],
      );
    },

    /** Deletes addresses that were not confirmed in time. */
    async prune(): Promise<void> {
      await pool.query("DELETE FROM member_mail WHERE confirmed_at IS NULL AND confirm_expires_at <= $1", [
        now(),
      ]);
    },
  };
}

export type MailAddresses = ReturnType<typeof createMailAddresses>;
