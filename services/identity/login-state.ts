import { createHash } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { loginStateSeconds } from "./cookies.ts";

/** What a login must remember until the provider redirects back. */
export interface LoginState {
  readonly state: string;
  readonly nonce: string;
  /** PKCE */
  readonly verifier: string;
  readonly returnPath: string | undefined;
}

export const newLoginState = (returnPath: string | undefined): LoginState => ({
  state: randomState(),
  nonce: randomNonce(),
  verifier: randomPKCECodeVerifier(),
  returnPath,
});

/** A cookie per login, so that logins in several tabs do not overwrite each other. */
export const stateCookieName = (state: string): string =>
  `login_${createHash("sha256").update(state).digest("base64url").slice(0, 12)}`;

const method = { alg: "dir", enc: "A256GCM" } as const;

/** Encrypted and authenticated (AES-256-GCM); valid for ten minutes. */
export function sealLoginState(login: LoginState, key: Uint8Array, now: Date): Promise<string> {
  return new EncryptJWT({ ...login })
    .setProtectedHeader(method)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + loginStateSeconds)
    .encrypt(key);
}

/** Undefined if it is foreign, too old, or of another login. */
export async function openLoginState(
  sealed: string | undefined,
  state: string,
  key: Uint8Array,
  now: Date,
): Promise<LoginState | undefined> {
  if (!sealed) return undefined;
  try {
    const { payload } = await jwtDecrypt<LoginState>(sealed, key, {
      keyManagementAlgorithms: [method.alg],
      contentEncryptionAlgorithms: [method.enc],
      requiredClaims: ["exp", "state", "nonce", "verifier"],
      currentDate: now,
    });
    const { nonce, verifier, returnPath } = payload;
    return payload.state === state ? { state, nonce, verifier, returnPath } : undefined;
  } catch {
    return undefined;
  }
}
