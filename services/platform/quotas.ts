import type pg from "pg";
import { Refused } from "#contracts/errors";
import { inTransaction } from "../event-store/postgres/transaction.ts";
import {
  type ExactQuotaKind,
  exactQuotas,
  fixedLimits,
  longestWindowMs,
  type QuotaKind,
  windows,
} from "./quota-kinds.ts";

/** Counts of all processes together. `key` identifies the owner of the quota, mostly a member's uuid. */
export const quotaMigrations = [
  {
    name: "0.2.0/quotas",
    sql: `
CREATE TABLE quota_counts (
  key text NOT NULL,
  kind text NOT NULL,
  window_start timestamptz NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (key, kind, window_start)
);`,
  },
];

const storeEveryMs = 1000;
/** Windows are aligned to the day in Seoul. */
const offsetMs = 9 * 3_600_000;
const startOf = (at: number, windowMs: number) =>
  Math.floor((at + offsetMs) / windowMs) * windowMs - offsetMs;

// Rows are sorted, so that processes do not deadlock.
const storeSql = `
INSERT INTO quota_counts AS counts (key, kind, window_start, count)
SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::bigint[]) ORDER BY 1, 2, 3
ON CONFLICT (key, kind, window_start) DO UPDATE SET count = counts.count + excluded.count
RETURNING key, kind, count`;

/** Counts one unless the limit is reached; then it returns no row. */
const spendSql = `
INSERT INTO quota_counts AS counts (key, kind, window_start, count) VALUES ($1, $2, $3, 1)
ON CONFLICT (key, kind, window_start) DO UPDATE SET count = counts.count + 1 WHERE counts.count < $4
RETURNING count`;

/** For `beforeAppend`: what changes nothing does not count; an attempt that lost a race is repeated and counts once. */
export function countingOnce(count: () => Promise<void>): (events: readonly unknown[]) => Promise<void> {
  let counted: Promise<void> | undefined;
  return async (events) => {
    if (events.length === 0) return;
    counted ??= count();
    await counted;
  };
}

interface Count {
  readonly key: string;
  readonly kind: QuotaKind;
  readonly start: number;
  /** Count of all processes when it was last stored. */
  stored: number;
  /** Count of this process since then. */
  own: number;
}

interface QuotaOptions {
  readonly pool: pg.Pool;
  /** Limits that are settings. */
  readonly limits: Readonly<Record<Exclude<QuotaKind, keyof typeof fixedLimits>, number>>;
  readonly onRefused: (kind: QuotaKind | ExactQuotaKind) => void;
  /** The counts could not be stored; this process continues with its own. Called once until storing succeeds again. */
  readonly onError: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

export type Quotas = ReturnType<typeof createQuotas>;

const idOf = ({ kind, key }: Pick<Count, "key" | "kind">) => `${kind}/${key}`;

/**
 * Limits amounts within a window. Counts of large limits are kept in memory and stored once a second in one statement
 * that returns those of all processes, so that no call waits for them; such a limit may be exceeded by a second's worth.
 */
export function createQuotas({ pool, limits: given, onRefused, onError, now = Date.now }: QuotaOptions) {
  const limits: Readonly<Record<QuotaKind, number>> = { ...fixedLimits, ...given };
  const counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> | undefined;
  let isFailing = false;

  function countOf(kind: QuotaKind, key: string): Count {
    const start = startOf(now(), windows[kind]);
    const known = counts.get(idOf({ kind, key }));
    if (known?.start === start) return known;
    const count = { key, kind, start, stored: 0, own: 0 };
    counts.set(idOf(count), count);
    return count;
  }

  async function store(): Promise<void> {
    const changed = [...counts.values()].filter(({ own }) => own > 0);
    const sent = new Map(changed.map((count) => [idOf(count), { count, own: count.own }]));
    const columns = [
      changed.map(({ key }) => key),
      changed.map(({ kind }) => kind),
      changed.map(({ start }) => new Date(start)),
      changed.map(({ own }) => own),
    ];
    try {
      const { rows } = await pool.query<Pick<Count, "key" | "kind"> & { count: number }>(storeSql, columns);
      for (const row of rows) {
        const entry = sent.get(idOf(row));
        if (!entry) continue;
        entry.count.stored = row.count;
        entry.count.own -= entry.own;
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing) onError(error);
      isFailing = true;
    }
    for (const [id, { kind, start }] of counts) if (start + windows[kind] <= now()) counts.delete(id);
  }

  function storeSoon(): void {
    timer ??= setTimeout(() => {
      storing = store().finally(() => {
        timer = undefined;
        if ([...counts.values()].some(({ own }) => own > 0)) storeSoon();
      });
    }, storeEveryMs).unref();
  }

  function refuse(kind: QuotaKind | ExactQuotaKind, endsAt: number): never {
    onRefused(kind);
    throw new Refused("too-many-requests", { retryAfter: Math.max(1, Math.ceil((endsAt - now()) / 1000)) });
  }

  /**
   * Checks whether a key has room for an amount, without counting it.
   * @throws Refused too-many-requests
   */
  function demand(kind: QuotaKind, key: string, amount: number): void {
    const { stored, own, start } = countOf(kind, key);
    if (stored + own + amount > limits[kind]) refuse(kind, start + windows[kind]);
  }

  /** Counts an amount for a key, also beyond its limit. */
  function count(kind: QuotaKind, key: string, amount: number): void {
    countOf(kind, key).own += amount;
    storeSoon();
  }

  async function spendAll(
    charges: readonly (readonly [kind: ExactQuotaKind, key: string])[],
    client: pg.PoolClient,
  ): Promise<void> {
    // Sorted, so that processes do not deadlock.
    for (const [kind, key] of charges.toSorted(([a, x], [b, y]) => (`${a} ${x}` < `${b} ${y}` ? -1 : 1))) {
      const { windowMs, limit } = exactQuotas[kind];
      const start = startOf(now(), windowMs);
      const { rowCount } = await client.query(spendSql, [key, kind, new Date(start), limit]);
      if (rowCount === 0) refuse(kind, start + windowMs);
    }
  }

  return {
    demand,
    count,
    /**
     * Counts an amount for a key.
     * @throws Refused too-many-requests, without counting it
     */
    spend(kind: QuotaKind, key: string, amount: number): void {
      demand(kind, key, amount);
      count(kind, key, amount);
    },
    /**
     * Counts one call in each of these quotas, or in none; in the caller's transaction if it has one.
     * @throws Refused too-many-requests
     */
    async spendExactly(
      charges: readonly (readonly [kind: ExactQuotaKind, key: string])[],
      client?: pg.PoolClient,
    ): Promise<void> {
      await (client ? spendAll(charges, client) : inTransaction(pool, (own) => spendAll(charges, own)));
    },
    /** Deletes counts of windows that are over. */
    async prune(): Promise<void> {
      await pool.query("DELETE FROM quota_counts WHERE window_start < $1", [
        new Date(now() - longestWindowMs),
      ]);
    },
    /** Stores what is counted so far. */
    async close(): Promise<void> {
      clearTimeout(timer);
      await storing;
      clearTimeout(timer);
      if ([...counts.values()].some(({ own }) => own > 0)) await store();
    },
  };
}
