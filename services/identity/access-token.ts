import { compactVerify, errors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { Refused } from "#contracts/errors";
import { accessTokenSeconds } from "./cookies.ts";

interface VerifiedToken {
  readonly uuid: string;
  /** The session to which the token belongs. */
  readonly login: string | undefined;
  readonly expiresAt: Date;
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

const category = "access_token";
/** Maximum of cached verified tokens per process. */
const maxCached = 10_000;
const compact = /^[\w-]+\.[\w-]+\.([\w-]{43})$/;

/** @param keys the current one, then former ones, whose tokens count as expired, so that clients renew them */
export function createAccessTokens([key, ...former]: readonly Uint8Array[], now: () => Date) {
  /** A browser sends the same token for 25 minutes, and its signature stays valid; only the expiry changes. */
  const cached = new LRUCache<string, VerifiedToken>({ max: maxCached });
  return {
    /** Signed token of 25 minutes, without any `=` (spec/wire-contract.md §2.2). */
    issue(uuid: string, login: string): Promise<string> {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return (
        new SignJWT({ category, uuid })
          // Not a claim, because the contract lists the claims.
          .setProtectedHeader({ alg: "HS256", sid: login })
          .setIssuedAt(issuedAt)
          .setExpirationTime(issuedAt + accessTokenSeconds)
          .sign(key as Uint8Array)
      );
    },

    /** @throws Refused `bad-token` or `expired-token` */
    async verify(token: string): Promise<VerifiedToken> {
      const known = cached.get(token);
      if (known && known.expiresAt > now()) return known;
      if (!isCanonical(token)) throw new Refused("bad-token");
      try {
        const { payload, protectedHeader } = await jwtVerify(token, key as Uint8Array, {
          algorithms: ["HS256"],
          requiredClaims: ["category", "uuid", "iat", "exp"],
          currentDate: now(),
        });
        if (payload.category !== category || typeof payload.uuid !== "string") throw new Refused("bad-token");
        const verified = {
          uuid: payload.uuid,
          login: typeof protectedHeader.sid === "string" ? protectedHeader.sid : undefined,
          expiresAt: new Date((payload.exp as number) * 1000),
        };
        cached.set(token, verified);
        return verified;
      } catch (error) {
        // The signature has been verified by then, so `payload` can be trusted.
        const expired = error instanceof errors.JWTExpired && error.payload.category === category;
        throw new Refused(expired || (await isSignedWithAny(former, token)) ? "expired-token" : "bad-token");
      }
    },
  };
}

async function isSignedWithAny(keys: readonly Uint8Array[], token: string): Promise<boolean> {
  const verdicts = keys.map((key) => compactVerify(token, key, { algorithms: ["HS256"] }));
  return (await Promise.allSettled(verdicts)).some(({ status }) => status === "fulfilled");
}

/**
 * Exactly as issued: base64url decoders tolerate padding and spare bits, so several texts would represent one token.
 */
function isCanonical(token: string): boolean {
  const signature = compact.exec(token)?.[1];
  return signature !== undefined && Buffer.from(signature, "base64url").toString("base64url") === signature;
}
