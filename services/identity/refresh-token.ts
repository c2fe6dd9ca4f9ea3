import { createHash, createHmac, randomBytes } from "node:crypto";

/** 256 random bits as 43 characters of base64url. */
export const newRefreshToken = (): string => randomBytes(32).toString("base64url");

/**
 * The only token that may follow a given one. Derived, so that two concurrent renewals agree and no token is stored.
 */
export const successorOf = (token: string, key: Uint8Array): string =>
  createHmac("sha256", key).update(token).digest("base64url");

/** The stored digest of a token. */
export const digestOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** How long a used token still gets its successor: two tabs may renew concurrently (spec/wire-contract.md §2.6). */
const graceMs = 10_000;

interface TokenFacts {
  readonly isRevoked: boolean;
  /** Milliseconds since its first use, by the clock that all processes share; null before. */
  readonly usedForMs: number | null;
  readonly expiresAt: Date;
}

/**
 * Result of presenting a token. `fresh`: its first use. `grace`: again within ten seconds, same successor. `reused`: a
 * copy exists, the family ends. `dead`: no effect.
 */
export function judge(token: TokenFacts | undefined, now: Date): "fresh" | "grace" | "reused" | "dead" {
  if (!token || token.isRevoked) return "dead";
  // In the future if that clock was set back since: no tab has been renewing for so long.
  if (token.usedForMs !== null) return Math.abs(token.usedForMs) <= graceMs ? "grace" : "reused";
  return token.expiresAt > now ? "fresh" : "dead";
}
