import { exactRouter } from "../platform/http/exact-router.ts";
import { createAccessTokens } from "./access-token.ts";
import { createAccounts } from "./accounts.ts";
import { createCookies } from "./cookies.ts";
import type { IdentityDeps } from "./deps.ts";
import { createDevProvider, subjectOf } from "./dev-provider.ts";
import { callbackPath, loginRoutes } from "./login.ts";
import { createLoginEnds } from "./login-ends.ts";
import { createProviderClient, type SocialProvider } from "./provider-client.ts";
import { createRefreshFamilies } from "./refresh-families.ts";
import { createSessions } from "./sessions.ts";

/** Why sign-in currently fails. */
export interface ProviderError {
  readonly issuer: string;
  readonly cause: string;
}

export type Identity = ReturnType<typeof createIdentity>;

/**
 * Login, tokens, and the mapping of accounts to members.
 * @throws Error if the development provider is configured in production
 */
export function createIdentity(deps: IdentityDeps) {
  const { pool, publicUrl, secrets, memberState, store, log, now = () => new Date() } = deps;
  const redirectUri = new URL(callbackPath, publicUrl).href;
  const social = socialProvider(deps, redirectUri);
  // The development provider runs in this process: as slow as the machine, and always reachable.
  const timeoutMs = deps.providerTimeoutMs ?? (deps.provider === "development" ? 60_000 : 5000);
  const client = createProviderClient({ ...social.client, redirectUri, timeoutMs });

  const cookies = createCookies(publicUrl);
  const families = createRefreshFamilies(pool, secrets.sub("identity refresh token"), now);
  const loginEnds = createLoginEnds(pool, log, now);
  const accessTokens = createAccessTokens(secrets.subs("identity access token"), now);
  const sessions = createSessions({
    accessTokens,
    families,
    cookies,
    memberState,
    hasEnded: loginEnds.hasEnded,
  });
  const keys = secrets.subs("identity account");
  const accounts = createAccounts({ pool, store, keys, provider: social.name, memberState, now });
  const stateKey = secrets.sub("identity login state");
  const { passOn } = social;

  const router = exactRouter();
  router.use(loginRoutes({ client, accounts, sessions, cookies, publicUrl, stateKey, now, log, passOn }));
  if (social.router) router.use(social.router);

  return {
    /** Login, and in development the provider itself. Mounted at the root. */
    router,
    /** Of the site. */
    origin: publicUrl.origin,
    /** Queries the provider until it has responded once. */
    async providerError(): Promise<ProviderError | undefined> {
      if (deps.provider === "development") return undefined;
      const cause = await client.check();
      return cause === undefined ? undefined : { issuer: deps.provider.issuer.href, cause };
    },
    authenticate: sessions.authenticate,
    senderOf: sessions.senderOf,
    renew: sessions.renew,
    logout: sessions.logout,
    /** `Set-Cookie` values that end a session in the browser. */
    clearedCookies: cookies.cleared,
    revokeAll: families.revokeAll,
    forgetAccount: accounts.forget,
    whenLoginEnds: loginEnds.watch,
    prune: families.prune,
    close: loginEnds.close,
    /** Development only: the member of a handle of the development provider, created if missing. */
    async developmentMember(handle: string): Promise<string> {
      if (deps.provider !== "development") throw new Error("There is no development login provider.");
      return (await accounts.memberFor(subjectOf(handle))).uuid;
    },
  };
}

function socialProvider(
  { provider, publicUrl, secrets, log }: IdentityDeps,
  redirectUri: string,
): SocialProvider {
  if (provider === "development") return createDevProvider({ publicUrl, redirectUri, secrets, log });
  return { name: provider.issuer.href, client: provider };
}
