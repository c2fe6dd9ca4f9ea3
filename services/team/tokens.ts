import { createHash, randomBytes } from "node:crypto";
import { Refused } from "#contracts/errors";

/** The digest by which log and read model identify a token. */
export const digestOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The token in an invitation's link: 128 random bits. */
export function newToken(): { token: string; tokenDigest: string } {
  const token = randomBytes(16).toString("base64url");
  return { token, tokenDigest: digestOf(token) };
}

/** @throws Refused invitation-not-found */
export async function findInvitation<Found>(
  token: string,
  find: (digest: string) => Promise<Found | undefined>,
): Promise<Found> {
  const found = /^[\w-]{22}$/.test(token) ? await find(digestOf(token)) : undefined;
  if (found === undefined) throw new Refused("invitation-not-found");
  return found;
}
