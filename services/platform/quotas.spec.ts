import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { hasQuota } from "#contracts/endpoint";
import { endpoints } from "#contracts/endpoints";
import { type TestDatabase, testDatabase } from "#tests/support/database";
import { inTransaction } from "../event-store/postgres/transaction.ts";
import { exactQuotas } from "./quota-kinds.ts";
import { createQuotas, quotaMigrations } from "./quotas.ts";

let db: TestDatabase<unknown>;
/** 12:00:00 in Seoul. */
const noon = Date.parse("2026-11-21T03:00:00Z");
let clock = noon;
beforeAll(async () => {
  db = await testDatabase({ migrations: quotaMigrations });
});
afterAll(() => db.close());
beforeEach(async () => {
  clock = noon;
  await db.pool.query("TRUNCATE quota_counts");
});

const limits = { writes: 3, bytes: 1000, "draft-bytes": 1000, notifications: 1000 };

/** One process. */
function opened(pool: Pick<typeof db.pool, "query"> = db.pool) {
  const refused: string[] = [];
  const onError = vi.fn();
  const quotas = createQuotas({
    pool: pool as never,
    limits,
    onRefused: (kind) => refused.push(kind),
    onError,
    now: () => clock,
  });
  onTestFinished(() => quotas.close());
  return { ...quotas, refused, onError };
}

const tooMany = expect.objectContaining({ code: "too-many-requests" });
const total = async () => {
  const { rows } = await db.pool.query<{ total: number }>(
    "SELECT sum(count)::int AS total FROM quota_counts",
  );
  return rows[0]?.total;
};

it("refuses amounts above the limit of a window, by key and kind, with the start of the next window", () => {
  const { spend, refused } = opened();
  clock = noon + 20_500;
  for (let n = 0; n < 3; n += 1) spend("writes", "one", 1);
  expect(() => spend("writes", "one", 1)).toThrow(
    expect.objectContaining({ code: "too-many-requests", detail: { retryAfter: 40 } }),
  );
  expect(refused).toEqual(["writes"]);
  spend("writes", "another", 1);
  spend("bytes", "one", 900);
  expect(() => spend("bytes", "one", 101)).toThrow(tooMany);
  // A refused amount is not counted.
  spend("bytes", "one", 100);
  clock = noon + 60_000;
  spend("writes", "one", 1);
});

it("counts every command of a member, also without a profile, but neither renewal nor logout", () => {
  const uncounted = [...endpoints.values()].filter((one) => one.kind === "command" && !hasQuota(one));
  const ofMembers = uncounted.filter(({ access, name }) => access !== "public" || name === "reissue");
  expect(ofMembers.map(({ name }) => name).sort()).toEqual(["logout", "reissue"]);
  expect([...endpoints.values()].filter((one) => one.kind === "query" && hasQuota(one))).toEqual([]);
});

it("aligns the windows of a day with the day in Seoul", () => {
  const { spend } = opened();
  clock = Date.parse("2026-11-21T14:59:59Z");
  spend("bytes", "one", 1000);
  expect(() => spend("bytes", "one", 1)).toThrow(expect.objectContaining({ detail: { retryAfter: 1 } }));
  clock += 1000;
  spend("bytes", "one", 1000);
});

it("counts for all processes of a database", async () => {
  const one = opened();
  const other = opened();
  one.spend("writes", "both", 2);
  await vi.waitFor(async () => expect(await total()).toBe(2));
  other.spend("writes", "both", 1);
  await vi.waitFor(async () => expect(await total()).toBe(3));
  // This process learns the stored counts a moment later.
  let accepted = 0;
  const spendAgain = () => {
    other.spend("writes", "both", 1);
    accepted += 1;
  };
  await vi.waitFor(() => expect(spendAgain).toThrow(tooMany));
  expect(accepted).toBeLessThan(2);
});

it("continues with its own counts while they cannot be stored, reports that once, and stores them later", async () => {
  let isAway = true;
  const asked = vi.fn();
  const query = async (...given: Parameters<typeof db.pool.query>) => {
    asked();
    if (isAway) throw new Error("no connection");
    return db.pool.query(...given);
  };
  const { spend, onError } = opened({ query } as never);
  for (let n = 0; n < 3; n += 1) spend("writes", "one", 1);
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(1));
  expect(() => spend("writes", "one", 1)).toThrow(tooMany);
  expect(onError).toHaveBeenCalledOnce();
  isAway = false;
  await vi.waitFor(async () => expect(await total()).toBe(3));
});

it("counts beyond the limit what has happened already, and stores it when the process ends", async () => {
  const first = opened();
  first.demand("notifications", "one", 1);
  first.count("notifications", "one", 1500);
  expect(() => first.demand("notifications", "one", 1)).toThrow(tooMany);
  await first.close();
  expect(await total()).toBe(1500);
});

it.each(["push-registrations", "test-pushes", "confirmation-mails", "role-changes"] as const)(
  "refuses %s above the limit after a restart, and none in the next window",
  async (kind) => {
    const { limit, windowMs } = exactQuotas[kind];
    const before = opened();
    for (let n = 0; n < limit; n += 1) await before.spendExactly([[kind, "one"]]);
    await before.close();
    const after = opened();
    await expect(after.spendExactly([[kind, "one"]])).rejects.toMatchObject({
      code: "too-many-requests",
      detail: { retryAfter: windowMs / 1000 },
    });
    expect(after.refused).toEqual([kind]);
    await after.spendExactly([[kind, "another"]]);
    clock = noon + windowMs;
    await after.spendExactly([[kind, "one"]]);
  },
);

it("lets two processes together accept exactly a small limit", async () => {
  const processes = [opened(), opened()];
  const calls = Array.from({ length: 30 }, (_, n) =>
    processes[n % 2]?.spendExactly([["push-registrations", "one"]]),
  );
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect(await total()).toBe(10);
});

it("counts a call that one of its small limits refuses in none of them", async () => {
  const { spendExactly } = opened();
  const send = (member: string) =>
    spendExactly([
      ["confirmation-mails", member],
      ["mails-to-address", "address"],
      ["site-confirmation-mails", "site"],
    ]);
  for (const member of ["one", "two", "three"]) await send(member);
  await expect(send("four")).rejects.toMatchObject({ code: "too-many-requests" });
  expect(await total()).toBe(9);
});

it("counts a call in the transaction of its caller, so that neither is stored without the other", async () => {
  const { spendExactly } = opened();
  const failing = inTransaction(db.pool, async (client) => {
    await spendExactly([["test-pushes", "one"]], client);
    throw new Error("not stored");
  });
  await expect(failing).rejects.toThrow("not stored");
  expect(await total()).toBe(null);
});

it("prunes counts of windows that are over, and no others", async () => {
  const { spend, prune } = opened();
  spend("bytes", "one", 1);
  await vi.waitFor(async () => expect(await total()).toBe(1));
  clock = noon + 11 * 3_600_000;
  await prune();
  expect(await total()).toBe(1);
  clock = noon + 24 * 3_600_000;
  await prune();
  expect(await total()).toBe(null);
});
