import type pg from "pg";
import { Refused } from "#contracts/errors";
import { fixedLimits, type QuotaKind, windows } from "./quota-kinds.ts";

/** Counts of all processes together. `key` identifies the owner of the quota, mostly a member's uuid. */
export const quotaMigrations = [
  {
    name: "quotas-1",
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
const longestWindowMs = Math.max(...Object.values(windows));

// Rows are sorted, so that processes do not deadlock.
const storeSql = `
INSERT INTO quota_counts AS counts (key, kind, window_start, count)
SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::bigint[]) ORDER BY 1, 2, 3
ON CONFLICT (key, kind, window_start) DO UPDATE SET count = counts.count + excluded.count
RETURNING key, kind, count`;

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
  readonly onRefused: (kind: QuotaKind) => void;
  /** The counts could not be stored; this process continues with its own. Called once until storing succeeds again. */
  readonly onError: (error: unknown) => void;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

export type Quotas = ReturnType<typeof createQuotas>;

const idOf = ({ kind, key }: Pick<Count, "key" | "kind">) => `${kind}/${key}`;

/**
 * Limits amounts within a window. Counts are kept in memory and stored once a second in one statement that returns
 * those of all processes, so that no call waits for them; a limit may be exceeded by a second's worth.
 */
export function createQuotas({ pool, limits: given, onRefused, onError, now = Date.now }: QuotaOptions) {
  const limits: Readonly<Record<QuotaKind, number>> = { ...fixedLimits, ...given };
  const counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> | undefined;
  let isFailing = false;

  function countOf(kind: QuotaKind, key: string): Count {
    const start = Math.floor((now() + offsetMs) / windows[kind]) * windows[kind] - offsetMs;
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

  /**
   * Checks whether a key has room for an amount, without counting it.
   * @throws Refused too-many-requests
   */
  function demand(kind: QuotaKind, key: string, amount: number): Count {
    const count = countOf(kind, key);
    if (count.stored + count.own + amount <= limits[kind]) return count;
    onRefused(kind);
    const leftMs = count.start + windows[kind] - now();
    throw new Refused("too-many-requests", { retryAfter: Math.max(1, Math.ceil(leftMs / 1000)) });
  }

  return {
    demand: demand as (...of: Parameters<typeof demand>) => void,
    /**
     * Counts an amount for a key.
     * @throws Refused too-many-requests, without counting it
     */
    spend(kind: QuotaKind, key: string, amount: number): void {
      demand(kind, key, amount).own += amount;
      storeSoon();
    },
    /** Deletes counts of windows that are over. */
    async prune(): Promise<void> {
      await pool.query("DELETE FROM quota_counts WHERE window_start < $1", [
        new Date(now() - longestWindowMs),
      ]);
    },
    /** Counts of the last second may stay unstored. */
    async close(): Promise<void> {
      clearTimeout(timer);
      await storing;
      clearTimeout(timer);
    },
  };
}
