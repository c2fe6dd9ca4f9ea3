import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { serverLimits } from "#contracts/limits";
import { createEntryPasswords, type EntryPasswords } from "#services/team/entry-passwords";
import { rounds } from "#tests/faults/rounds";
import { type TestDatabase, testDatabase } from "#tests/support/database";

// The long form takes longer than other specs.
vi.setConfig({ testTimeout: 180_000 });

const teamId = 12;
const begin = Date.parse("2025-09-03T12:30:00.000Z");

let database: TestDatabase<unknown>;
let passwords: EntryPasswords;
/** Number of decrypted passwords, which only a comparison does. */
let compared = 0;

beforeAll(async () => {
  database = await testDatabase();
  const sealer = {
    seal: (text: string) => text,
    open(sealed: string) {
      compared += 1;
      return sealed;
    },
  };
  passwords = createEntryPasswords(database.pool, sealer);
});
afterAll(() => database.close());
beforeEach(async () => {
  compared = 0;
  await database.pool.query("TRUNCATE entry_guesses");
});

const guess = (memberId: string, typed: string, at: number) =>
  passwords.guess({ teamId, memberId, typed, sealed: "4821" }, new Date(at));

/** The largest number of times within one window. */
function most(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted.reduce((largest, time, index) => {
    const first = sorted.findIndex((earlier) => earlier > time - serverLimits.guessWindowMs);
    return Math.max(largest, index - first + 1);
  }, 0);
}

describe("thousands of wrong passwords against one team", () => {
  it("over an hour and a half, twenty at a time, are compared no more often than the limits allow", async () => {
    const members = Array.from({ length: 40 }, () => randomUUID());
    // Enough to reach the limits of a team and of a member.
    const total = rounds(2500, 10_000);
    const everyMs = (90 * 60_000) / total;
    const wrong: { memberId: string; at: number }[] = [];
    for (let first = 0; first < total; first += 20) {
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const memberId = members[(first + index) % members.length] as string;
          const at = begin + Math.round(first * everyMs);
          const { verdict } = await guess(memberId, String(first % 4000).padStart(4, "0"), at);
          expect(verdict).not.toBe("right");
          if (verdict === "wrong") wrong.push({ memberId, at });
        }),
      );
    }
    expect(compared).toBe(wrong.length);
    expect(most(wrong.map(({ at }) => at))).toBe(serverLimits.guessesPerTeam);
    for (const member of members) {
      const theirs = wrong.filter(({ memberId }) => memberId === member).map(({ at }) => at);
      expect(most(theirs)).toBeLessThanOrEqual(serverLimits.guessesPerMember);
    }
    // Nine windows and the moments in which they overlap.
    expect(wrong.length).toBeLessThanOrEqual(serverLimits.guessesPerTeam * 10);

    const end = begin + 90 * 60_000;
    const [one] = members as [string];
    expect((await guess(one, "4821", end + serverLimits.guessWindowMs + 1)).verdict).toBe("right");
  });

  it("of one member are compared five times, and the right one as soon as the first wrong one has expired", async () => {
    const memberId = randomUUID();
    const verdicts = [];
    for (let n = 0; n < 500; n += 1) verdicts.push((await guess(memberId, "0000", begin + n * 1000)).verdict);
    expect(verdicts.filter((verdict) => verdict === "wrong")).toHaveLength(serverLimits.guessesPerMember);
    expect(compared).toBe(serverLimits.guessesPerMember);
    const refused = await guess(memberId, "4821", begin + 500_000);
    expect(refused).toEqual({ verdict: "exhausted", retryAfter: 100 });
    expect((await guess(memberId, "4821", begin + serverLimits.guessWindowMs - 1)).verdict).toBe("exhausted");
    expect((await guess(memberId, "4821", begin + serverLimits.guessWindowMs)).verdict).toBe("right");
    expect((await guess(randomUUID(), "4821", begin + 1000)).verdict).toBe("right");
  });

  it("do not lock out until a future time after the clock was set back", async () => {
    const memberId = randomUUID();
    for (let n = 0; n < 5; n += 1) await guess(memberId, "0000", begin + 3_600_000);
    expect((await guess(memberId, "4821", begin + 3_600_000)).verdict).toBe("exhausted");
    expect((await guess(memberId, "4821", begin)).verdict).toBe("right");
  });
});
