import { createHash, createHmac, randomBytes } from "node:crypto";

/** 256 random bits as 43 characters of base64url. */
export const newRefreshToken = (): string => randomBytes(32).toString("base64url");

/** The one token that may follow a given one. Derived, so that two renewals at once agree and no token is stored. */
export const successorOf = (token: string, key: Uint8Array): string =>
  createHmac("sha256", key).update(token).digest("base64url");

/** What is stored of a token. */
export const digestOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** How long a used token still gets its successor: two tabs renewing at once (spec/wire-contract.md §2.6). */
const graceMs = 10_000;

interface TokenFacts {
  readonly isRevoked: boolean;
  /** Milliseconds since its first use, by the one clock that all processes share; null before. */
  readonly usedForMs: number | null;
  readonly expiresAt: Date;
}

/**
 * What presenting a token means. `fresh`: its first use. `grace`: again within ten seconds, same successor. `reused`: a
 * copy is about, the family ends. `dead`: nothing to gain.
 */
export function judge(token: TokenFacts | undefined, now: Date): "fresh" | "grace" | "reused" | "dead" {
  if (!token || token.isRevoked) return "dead";
  // Before the present moment where that clock was put back since: no tab has been renewing for so long.
  if (token.usedForMs !== null) return Math.abs(token.usedForMs) <= graceMs ? "grace" : "reused";
  return token.expiresAt > now ? "fresh" : "dead";
}
