import { randomBytes } from "node:crypto";
import type pg from "pg";
import { Refused } from "#contracts/errors";
import { asPortError, sqlState } from "../../event-store/unavailable.ts";
import type { Pipeline } from "../database/pipeline.ts";
import { decryptWithAny, encrypt } from "./sealing.ts";

/** The keys that encrypt members' personal fields (docs/decisions/identity.md). */
export interface KeyRing {
  /** Creates a key for a member who has none. */
  create(member: string): Promise<void>;
  /** Creates keys for many members. */
  createAll(members: readonly string[]): Promise<void>;
  /** The existing keys of these members. Not cached, so that a destroyed key takes effect immediately. */
  of(members: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Drops the cached unwrapped keys of withdrawn members in this process. */
  forget(members: readonly string[]): void;
}

/** The event store deletes from this table with an append with `forget`. */
export const memberKeysMigrations = [
  {
    name: "0.2.0/member-keys",
    sql: "CREATE TABLE member_keys (member uuid PRIMARY KEY, wrapped bytea NOT NULL);",
  },
];

/** Maps the error of a row that references a missing key: its member is being withdrawn. */
export const asMissingKey = (error: unknown): unknown =>
  sqlState(error) === "23503" ? new Refused("bad-token") : error;

const keysOf = {
  name: "member_keys",
  text: "SELECT member, wrapped FROM member_keys WHERE member = ANY ($1::uuid[])",
};
/** For one member: a statement with a list is planned again each time. */
const keyOf = {
  name: "member_key",
  text: "SELECT member, wrapped FROM member_keys WHERE member = $1",
};
const keyBytes = 32;
/** Length of a wrapped key: nonce, key and tag. */
export const wrappedBytes = 12 + keyBytes + 16;
/** Maximum of cached unwrapped keys per process. */
const maxCached = 20_000;

/**
 * @param wrappingKeys of 32 bytes that never reach the database: the current one, and former ones that still unwrap
 * @param reading reads keys; by default the pool
 */
export function postgresKeyRing(
  pool: pg.Pool,
  wrappingKeys: readonly Uint8Array[],
  reading: Pick<Pipeline, "query"> = pool,
): KeyRing {
  const remembered = new Map<string, { readonly wrapped: Buffer; readonly key: Uint8Array }>();
  /** Unwraps a key once, as long as the database contains the same wrapped key. */
  const unwrapped = (member: string, wrapped: Buffer): Uint8Array => {
    const known = remembered.get(member);
    if (known?.wrapped.equals(wrapped)) return known.key;
    const key = unwrap(wrappingKeys, wrapped, member);
    if (remembered.size >= maxCached) remembered.clear();
    remembered.set(member, { wrapped, key });
    return key;
  };
  const createAll = async (members: readonly string[]): Promise<void> => {
    if (members.length === 0) return;
    const wrapped = members.map((member) => wrap(wrappingKeys, randomBytes(keyBytes), member));
    await pool
      .query({
        name: "create_member_keys",
        text: "INSERT INTO member_keys (member, wrapped) SELECT * FROM unnest($1::uuid[], $2::bytea[]) ON CONFLICT DO NOTHING",
        values: [members, wrapped],
      })
      .catch(unavailable);
  };
  async function of(members: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    if (members.length === 0) return new Map();
    const [member] = members;
    const question =
      member !== undefined && members.length === 1
        ? { ...keyOf, values: [member] }
        : { ...keysOf, values: [members] };
    const { rows }: pg.QueryResult<{ member: string; wrapped: Buffer }> = await reading
      .query(question)
      .catch(unavailable);
    const found = new Map(rows.map(({ member, wrapped }) => [member, unwrapped(member, wrapped)] as const));
    forget(members.filter((member) => !found.has(member)));
    return found;
  }
  const forget = (members: readonly string[]) => {
    for (const member of members) remembered.delete(member);
  };
  return {
    create: (member) => createAll([member]),
    createAll,
    of,
    forget,
  };
}

const unavailable = (error: unknown): never => {
  throw asPortError(error);
};

/** @throws if a key was wrapped with another SECRET_KEY */
export function unwrap(wrappingKeys: readonly Uint8Array[], wrapped: Buffer, member: string): Uint8Array {
  const key = decryptWithAny(wrappingKeys, wrapped, member);
  if (!key)
    throw new Error("The members' keys were made with another SECRET_KEY: give this process that one.");
  return key;
}

const wrap = ([present]: readonly Uint8Array[], key: Uint8Array, member: string): Buffer =>
  encrypt(present as Uint8Array, key, member);

/** Number of rows read and written together. */
const rewrappedAtOnce = 1000;

/**
 * Wraps every key again that a former wrapping key has wrapped; keys deleted meanwhile stay deleted. After an
 * interruption the next call completes the rest.
 * @param report called with the number of keys seen so far
 * @returns how many were wrapped again
 */
export async function rewrapKeys(
  pool: pg.Pool,
  wrappingKeys: readonly Uint8Array[],
  signal: AbortSignal,
  report: (seen: number) => void,
): Promise<number> {
  let after = "00000000-0000-0000-0000-000000000000";
  let seen = 0;
  let rewrapped = 0;
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await pool.query<{ member: string; wrapped: Buffer }>(
      `SELECT member, wrapped FROM member_keys WHERE member > $1 ORDER BY member LIMIT ${rewrappedAtOnce}`,
      [after],
    );
    const old = rows.filter(
      ({ member, wrapped }) => !decryptWithAny(wrappingKeys.slice(0, 1), wrapped, member),
    );
    const { rowCount } = await pool.query(
      `UPDATE member_keys SET wrapped = new.wrapped
       FROM unnest($1::uuid[], $2::bytea[], $3::bytea[]) AS new(member, before, wrapped)
       WHERE member_keys.member = new.member AND member_keys.wrapped = new.before`,
      [
        old.map(({ member }) => member),
        old.map(({ wrapped }) => wrapped),
        old.map(({ member, wrapped }) => wrap(wrappingKeys, unwrap(wrappingKeys, wrapped, member), member)),
      ],
    );
    seen += rows.length;
    rewrapped += rowCount ?? 0;
    report(seen);
    if (rows.length < rewrappedAtOnce) return rewrapped;
    after = rows.at(-1)?.member as string;
  }
}
