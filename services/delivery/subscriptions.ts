import { createHmac, randomUUID } from "node:crypto";
import type pg from "pg";
import { validate as isUuid } from "uuid";
import { seoulDate } from "#contracts/dates";
import { deliveryLimits, type PushSubscriptionBody } from "#contracts/delivery/api";
import { Refused } from "#contracts/errors";
import { inTransaction } from "../event-store/postgres/transaction.ts";
import { asMissingKey, type KeyRing } from "../platform/privacy/member-keys.ts";
import { decrypt, encrypt } from "../platform/privacy/sealing.ts";

/** A device with everything that a push to it needs. */
export interface Device {
  readonly subscriptionId: string;
  readonly memberId: string;
  /** Host, with the port if it is not 443. */
  readonly host: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

interface Sealed extends Pick<Device, "endpoint" | "keys"> {
  readonly label: string;
}

interface SubscriptionRow {
  readonly id: string;
  readonly member_id: string;
  readonly host: string;
  readonly sealed: Buffer;
  readonly created_at: string;
  readonly seen_at: string;
}

type OpenedDevice = Device & Sealed & SubscriptionRow;

interface SubscriptionsDeps {
  readonly pool: pg.Pool;
  readonly keys: KeyRing;
  /** Keys of the HMAC of endpoints: the current one first, then former ones. */
  readonly digestKeys: readonly Uint8Array[];
  readonly now: () => Date;
}

const columns = "id, member_id, host, sealed, created_at, seen_at";
const upsertSql = `
INSERT INTO push_subscription AS known (id, member_id, endpoint_digest, host, sealed, vapid_key, created_at, seen_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
ON CONFLICT (endpoint_digest) DO UPDATE
SET member_id = excluded.member_id, host = excluded.host, sealed = excluded.sealed, vapid_key = excluded.vapid_key,
  seen_at = excluded.seen_at
RETURNING id`;
/** Beyond this number the devices unseen longest are deleted. */
const trimSql = `
DELETE FROM push_subscription WHERE id IN (
  SELECT id FROM push_subscription WHERE member_id = $1 ORDER BY seen_at DESC, id OFFSET $2)`;

const contextOf = (member: string) => `push-subscription/${member}`;
const unseenDays = 60;

/** Devices that get pushes, their addresses and keys encrypted with their members' keys. */
export class Subscriptions {
  readonly #deps: SubscriptionsDeps;

  constructor(deps: SubscriptionsDeps) {
    this.#deps = deps;
  }

  /** The member's devices that were subscribed with this VAPID key. */
  async ofMember(memberId: string, vapidKey: string): Promise<OpenedDevice[]> {
    const { rows } = await this.#deps.pool.query<SubscriptionRow>(
      `SELECT ${columns} FROM push_subscription WHERE member_id = $1 AND vapid_key = $2 ORDER BY created_at, id`,
      [memberId, vapidKey],
    );
    return this.#opened(rows);
  }

  /** The same devices as the member sees them. */
  async list(memberId: string, vapidKey: string) {
    const devices = await this.ofMember(memberId, vapidKey);
    return devices.map(({ subscriptionId, label, created_at, seen_at }) => ({
      subscriptionId,
      label,
      createdAt: seoulDate(new Date(created_at)),
      seenAt: seoulDate(new Date(seen_at)),
    }));
  }

  /**
   * Adds a device, or records its use; a device of another member becomes this member's. Returns its id.
   * @param spend counts a new device of the member, in the transaction that adds it
   * @throws Refused
   */
  async put(
    memberId: string,
    { keys: sentKeys, label }: PushSubscriptionBody,
    { endpoint, vapidKey }: { readonly endpoint: URL; readonly vapidKey: string },
    spend: (client: pg.PoolClient) => Promise<void>,
  ): Promise<string> {
    const { pool, keys, now } = this.#deps;
    const secret = (await keys.of([memberId])).get(memberId);
    if (!secret) throw new Refused("bad-token");
    const digests = this.#digestsOf(endpoint.href);
    const plain = JSON.stringify({ endpoint: endpoint.href, keys: sentKeys, label } satisfies Sealed);
    const sealed = encrypt(secret, Buffer.from(plain), contextOf(memberId));
    const add = async (client: pg.PoolClient) => {
      const { rows } = await client.query<{ member_id: string; endpoint_digest: Buffer }>(
        "SELECT member_id, endpoint_digest FROM push_subscription WHERE endpoint_digest = ANY ($1) FOR UPDATE",
        [digests],
      );
      const [known] = rows;
      if (known?.member_id !== memberId) {
        await spend(client);
        await client.query("DELETE FROM push_subscription WHERE endpoint_digest = ANY ($1)", [digests]);
      }
      const digest = known?.member_id === memberId ? known.endpoint_digest : digests[0];
      const values = [randomUUID(), memberId, digest, endpoint.host, sealed, vapidKey, now()];
      const { rows: stored } = await client.query<{ id: string }>(upsertSql, values);
      await client.query(trimSql, [memberId, deliveryLimits.devices]);
      return stored[0]?.id as string;
    };
    return inTransaction(pool, add).catch((error: unknown) => {
      throw asMissingKey(error);
    });
  }

  /** Returns whether a row was deleted. */
  async remove(subscriptionId: string, memberId?: string): Promise<boolean> {
    if (!isUuid(subscriptionId)) return false;
    const { rowCount } = await this.#deps.pool.query(
      "DELETE FROM push_subscription WHERE id = $1 AND ($2::uuid IS NULL OR member_id = $2)",
      [subscriptionId, memberId ?? null],
    );
    return rowCount === 1;
  }

  /** The member's device with this VAPID key; without a key, with any. */
  async own(
    subscriptionId: string,
    memberId: string,
    vapidKey: string | undefined,
  ): Promise<Device | undefined> {
    if (!isUuid(subscriptionId)) return undefined;
    const { rows } = await this.#deps.pool.query<SubscriptionRow>(
      `SELECT ${columns} FROM push_subscription
       WHERE id = $1 AND member_id = $2 AND ($3::text IS NULL OR vapid_key = $3)`,
      [subscriptionId, memberId, vapidKey ?? null],
    );
    return (await this.#opened(rows))[0];
  }

  /** Devices of a VAPID key by their ids. */
  async devices(ids: readonly string[], vapidKey: string): Promise<ReadonlyMap<string, Device>> {
    const { rows } = await this.#deps.pool.query<SubscriptionRow>({
      name: "push_devices",
      text: `SELECT ${columns} FROM push_subscription WHERE id = ANY ($1::uuid[]) AND vapid_key = $2`,
      values: [ids, vapidKey],
    });
    return new Map((await this.#opened(rows)).map((device) => [device.subscriptionId, device]));
  }

  /** Deletes devices unused for long, and those of a former VAPID key. */
  async prune(vapidKey: string | undefined): Promise<void> {
    await this.#deps.pool.query("DELETE FROM push_subscription WHERE seen_at < $1 OR vapid_key <> $2", [
      new Date(this.#deps.now().getTime() - unseenDays * 86_400_000),
      vapidKey ?? null,
    ]);
  }

  async countsByHost(): Promise<readonly (readonly [host: string, count: number])[]> {
    const { rows } = await this.#deps.pool.query<{ host: string; count: number }>(
      "SELECT host, count(*) AS count FROM push_subscription GROUP BY host",
    );
    return rows.map(({ host, count }) => [host, Number(count)] as const);
  }

  /** Devices whose member has no key any more are left out. */
  async #opened(rows: readonly SubscriptionRow[]): Promise<OpenedDevice[]> {
    const secrets = await this.#deps.keys.of([...new Set(rows.map(({ member_id }) => member_id))]);
    return rows.flatMap((row) => {
      const secret = secrets.get(row.member_id);
      if (!secret) return [];
      const sealed: Sealed = JSON.parse(String(decrypt(secret, row.sealed, contextOf(row.member_id))));
      return [{ ...row, ...sealed, subscriptionId: row.id, memberId: row.member_id }];
    });
  }

  #digestsOf(endpoint: string): Buffer[] {
    return this.#deps.digestKeys.map((key) => createHmac("sha256", key).update(endpoint).digest());
  }
}
