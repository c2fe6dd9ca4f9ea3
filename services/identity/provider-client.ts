import type { Request, Router } from "express";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import type { ProviderSettings } from "./deps.ts";
import type { LoginState } from "./login-state.ts";

export type ProviderClient = ReturnType<typeof createProviderClient>;

interface ProviderClientOptions extends ProviderSettings {
  readonly redirectUri: string;
  readonly timeoutMs: number;
  /** Reaches a provider in this process. */
  readonly fetch?: CustomFetch;
  /** Signature algorithm of id tokens if it is not RS256. */
  readonly algorithm?: string;
}

/** An OpenID Connect provider as the login uses it. */
export interface SocialProvider {
  /** The scope within which its subjects are unique. */
  readonly name: string;
  readonly client: Omit<ProviderClientOptions, "redirectUri" | "timeoutMs">;
  /** Its own pages if it runs in this process. Mounted at the root. */
  readonly router?: Router;
  /** Parameters of a login request that are passed to it. */
  readonly passOn?: (request: Request) => Record<string, string>;
}

/** The client side of OpenID Connect: authorization code flow with PKCE. */
export function createProviderClient(options: ProviderClientOptions) {
  let found: Promise<Configuration> | undefined;

  /** At the first login, and again after a failure: the provider may be down when the server starts. */
  function configuration(): Promise<Configuration> {
    found ??= discover(options).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  }

  return {
    /** Why its metadata are not available; undefined if they are. */
    check: () => within(options.timeoutMs, configuration).then(() => undefined, causeOf),

    /** The address to which the browser is redirected. */
    authorizationUrl: (login: LoginState, more: Record<string, string> = {}) =>
      within(options.timeoutMs, async () =>
        buildAuthorizationUrl(await configuration(), {
          redirect_uri: options.redirectUri,
          scope: "openid",
          state: login.state,
          nonce: login.nonce,
          code_challenge: await calculatePKCECodeChallenge(login.verifier),
          code_challenge_method: "S256",
          ...more,
        }),
      ),

    /**
     * Exchanges the code and verifies the id token. Returns its subject.
     * @throws if any check fails
     */
    subjectOf: (answer: URL, login: LoginState) =>
      within(options.timeoutMs, async () => {
        const tokens = await authorizationCodeGrant(await configuration(), answer, {
          expectedState: login.state,
          expectedNonce: login.nonce,
          pkceCodeVerifier: login.verifier,
          idTokenExpected: true,
        });
        const subject = tokens.claims()?.sub;
        if (!subject) throw new Error("the id token has no subject");
        return subject;
      }),
  };
}

/** Codes of an error and its causes, or the last message: descriptions of providers contain nothing personal. */
function causeOf(error: unknown): string {
  const codes: string[] = [];
  let last = error;
  for (let at = error; at instanceof Error; at = at.cause) {
    last = at;
    if ("code" in at && typeof at.code === "string") codes.push(at.code);
  }
  return codes.join(", ") || (last instanceof Error ? last.message : String(last));
}

function discover(options: ProviderClientOptions): Promise<Configuration> {
  const { issuer, clientId, clientSecret, algorithm } = options;
  return discovery(
    issuer,
    clientId,
    {
      ...(clientSecret && { client_secret: clientSecret }),
      ...(algorithm && { id_token_signed_response_alg: algorithm }),
    },
    undefined,
    {
      timeout: options.timeoutMs / 1000,
      ...(options.fetch && { [customFetch]: options.fetch }),
      // By default the library does not verify the signature of a token received over TLS.
      execute: [enableNonRepudiationChecks, ...(isPlain(options) ? [allowInsecureRequests] : [])],
    },
  );
}

/** Plain http only to this machine: names below `localhost` are always local (RFC 6761). */
const isPlain = ({ issuer, fetch }: ProviderClientOptions) =>
  issuer.protocol === "http:" &&
  (fetch !== undefined ||
    ["localhost", "127.0.0.1", "[::1]"].includes(issuer.hostname) ||
    issuer.hostname.endsWith(".localhost"));

/** One time limit for all requests of a step together. */
async function within<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the provider is too slow")), milliseconds);
  });
  try {
    return await Promise.race([work(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
