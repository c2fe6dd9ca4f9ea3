import type { AddressInfo } from "node:net";
import express from "express";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** A provider that misbehaves on request. */
export interface RogueProvider {
  readonly issuer: URL;
  readonly clientId: string;
  /** Defines the next token responses, from claims that would be accepted. */
  answer: (
    claims: JWTPayload,
    sign: (claims: JWTPayload) => Promise<string>,
  ) => Promise<TokenAnswer> | TokenAnswer;
  /** While true, its metadata request gets 503. */
  isDown: boolean;
  /** Stores the nonce of the next login. */
  expect(nonce: string): void;
  close(): void;
}

export interface TokenAnswer {
  readonly status?: number;
  readonly idToken: string | undefined;
  /** Sends no response at all. */
  readonly silence?: boolean;
}

export const honest: RogueProvider["answer"] = async (claims, sign) => ({ idToken: await sign(claims) });

export async function rogueProvider(): Promise<RogueProvider> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const app = express();
  const server = app.listen(0, "localhost");
  await new Promise((resolve) => server.once("listening", resolve));
  const issuer = new URL(`http://localhost:${(server.address() as AddressInfo).port}`);
  let nonce = "";

  const rogue: RogueProvider = {
    issuer,
    clientId: "site",
    answer: honest,
    isDown: false,
    expect(next) {
      nonce = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };

  app.get("/.well-known/openid-configuration", (_, response) => {
    if (rogue.isDown) return void response.sendStatus(503);
    response.json({
      // As a provider writes it, without the trailing slash that URL adds.
      issuer: issuer.origin,
      authorization_endpoint: `${issuer.origin}/authorize`,
      token_endpoint: `${issuer.origin}/token`,
      jwks_uri: `${issuer.origin}/jwks`,
      response_types_supported: ["code"],
      id_token_signing_alg_values_supported: ["RS256"],
      code_challenge_methods_supported: ["S256"],
    });
  });
  app.get("/jwks", async (_, response) => {
    response.json({ keys: [{ ...(await exportJWK(publicKey)), kid: "1", alg: "RS256", use: "sig" }] });
  });
  app.post("/token", async (_, response) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer.origin, aud: rogue.clientId, sub: "12345", iat: now, exp: now + 60, nonce };
    const sign = (payload: JWTPayload) =>
      new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "1" }).sign(privateKey);
    const { status = 200, idToken, silence } = await rogue.answer(claims, sign);
    if (silence) return;
    response.status(status).json({ access_token: "at-secret", token_type: "bearer", id_token: idToken });
  });
  return rogue;
}
