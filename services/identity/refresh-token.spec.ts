import { expect, it } from "vitest";
import { judge } from "./refresh-token.ts";

const now = new Date("2025-09-03T12:00:00Z");
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const token = { isRevoked: false, usedForMs: null, expiresAt: at(60) };

it.each([
  ["fresh", "it is unused and valid", token],
  ["dead", "it is unknown", undefined],
  ["dead", "it has expired", { ...token, expiresAt: now }],
  ["dead", "its family is revoked", { ...token, isRevoked: true }],
  ["dead", "its family is revoked and it was just used", { ...token, isRevoked: true, usedForMs: 1 }],
  ["grace", "it was used ten seconds ago", { ...token, usedForMs: 10_000 }],
  ["reused", "it was used longer ago", { ...token, usedForMs: 10_001 }],
  [
    "grace",
    "it was used a moment ago by a server that another one has taken the place of",
    { ...token, usedForMs: -50 },
  ],
  ["reused", "it was used before the clock was put back", { ...token, usedForMs: -10_001 }],
  ["reused", "it was used and has expired", { ...token, usedForMs: 90_000_000, expiresAt: at(-3600) }],
] as const)("says %s of a refresh token when %s", (verdict, _, facts) =>
  expect(judge(facts, now)).toBe(verdict),
);
