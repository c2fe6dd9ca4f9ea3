import { openStorage } from "#services/app/storage";
import { createAccessTokens } from "#services/identity/access-token";
import { createIdentity } from "#services/identity/identity";
import { createRefreshFamilies } from "#services/identity/refresh-families";
import { memberPhaseOf } from "#services/member/facts";
import type { Config } from "#services/platform/config";
import { createLogger } from "#services/platform/logging";

export interface TokenIssuer {
  /** The same handle is the same person as at the development provider; an unknown one is a new person. */
  signIn(handle: string): Promise<{ readonly uuid: string; readonly accessToken: string }>;
  close(): Promise<void>;
}

/**
 * Signs people in at a running server by what its login does once the provider has answered, beside that server. The requests
 * that a login takes before (sign-in.ts), which tests/identity tests, cost ten times the processor time.
 */
export async function tokenIssuer(config: Config, publicUrl: URL, now: () => Date): Promise<TokenIssuer> {
  const log = createLogger("silent");
  const { database, store, secrets, close } = await openStorage(config, log);
  const { pool } = database;
  const identity = createIdentity({
    pool,
    store,
    secrets,
    publicUrl,
    log,
    now,
    provider: "development",
    memberState: (uuid) => memberPhaseOf(store, uuid),
  });
  const families = createRefreshFamilies(pool, secrets.sub("identity refresh token"), now);
  const accessTokens = createAccessTokens(secrets.subs("identity access token"), now);
  return {
    async signIn(handle) {
      const uuid = await identity.developmentMember(handle);
      const { family } = await families.start(uuid);
      return { uuid, accessToken: await accessTokens.issue(uuid, family) };
    },
    async close() {
      await identity.close();
      await close();
    },
  };
}
