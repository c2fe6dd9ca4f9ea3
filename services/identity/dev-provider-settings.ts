import { generateKeyPairSync } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { AdapterFactory, AdapterPayload, Configuration, JWK, KoaContextWithOIDC } from "oidc-provider";

export const devClientId = "algomoim";
export const devAlgorithm = "ES256";

/** Settings of the development provider: the site is its only client, and no consent is requested. */
export const devProviderSettings = (redirectUri: string, cookieKey: string): Configuration => ({
  clients: [
    {
      client_id: devClientId,
      redirect_uris: [redirectUri],
      response_types: ["code"],
      grant_types: ["authorization_code"],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: devAlgorithm,
    },
  ],
  adapter: memoryAdapter(),
  jwks: { keys: [signingKey()] },
  enabledJWA: { idTokenSigningAlgValues: [devAlgorithm] },
  cookies: { keys: [cookieKey], long: { path: "/dev-provider", httpOnly: true, sameSite: "lax" } },
  ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 300, Interaction: 600, Session: 600 },
  scopes: ["openid"],
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
  },
  interactions: { url: (_, interaction) => `/dev-provider/people/${interaction.uid}` },
  findAccount: (_, subject) => ({ accountId: subject, claims: () => ({ sub: subject }) }),
  loadExistingGrant: grantEverything,
  // Codes are independent of sessions, which are not stored.
  expiresWithSession: () => false,
  renderError: (ctx) => ctx.redirect("/login?error=failed"),
});

function signingKey(): JWK {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...privateKey.export({ format: "jwk" }), use: "sig", alg: devAlgorithm } as JWK;
}

async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const accountId = oidc.session?.accountId;
  if (!accountId || !oidc.client) return undefined;
  const grant = new oidc.provider.Grant({ accountId, clientId: oidc.client.clientId });
  grant.addOIDCScope("openid");
  await grant.save();
  return grant;
}

/** State that the development provider stores for some minutes, in memory. */
function memoryAdapter(): AdapterFactory {
  const entries = new LRUCache<string, AdapterPayload>({ max: 10_000 });
  return (model) => {
    const keyOf = (id: string) => `${model} ${id}`;
    return {
      find: async (id) => entries.get(keyOf(id)),
      async upsert(id, payload, expiresIn = 600) {
        // Without sessions every login shows the page of members, so two members can share a browser.
        if (model !== "Session") entries.set(keyOf(id), payload, { ttl: expiresIn * 1000 });
      },
      async consume(id) {
        const payload = entries.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void entries.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, payload] of entries.entries()) if (payload.grantId === grantId) entries.delete(key);
      },
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
    };
  };
}
