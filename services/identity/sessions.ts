import { Refused } from "#contracts/errors";
import type { AccessTokens } from "./access-token.ts";
import type { Cookies } from "./cookies.ts";
import type { IdentityDeps } from "./deps.ts";
import type { FamilyToken, RefreshFamilies } from "./refresh-families.ts";

type Authenticated =
  | { readonly kind: "visitor" }
  | {
      readonly kind: "member";
      readonly uuid: string;
      readonly hasProfile: boolean;
      /** The session to which the token belongs. */
      readonly login: string | undefined;
      /** When the token expires. */
      readonly expiresAt: Date;
    };

interface Renewed {
  readonly accessToken: string;
  /** Values of `Set-Cookie`. */
  readonly setCookies: string[];
}

export type Sessions = ReturnType<typeof createSessions>;

interface SessionDeps {
  readonly accessTokens: AccessTokens;
  readonly families: RefreshFamilies;
  readonly cookies: Cookies;
  readonly memberState: IdentityDeps["memberState"];
  /** Whether a session has ended, so that its access tokens are invalid. */
  readonly hasEnded: (login: string) => Promise<boolean>;
}

export function createSessions({ accessTokens, families, cookies, memberState, hasEnded }: SessionDeps) {
  async function handOut(uuid: string, { token, family }: FamilyToken): Promise<Renewed> {
    const accessToken = await accessTokens.issue(uuid, family);
    return { accessToken, setCookies: [cookies.access(accessToken), cookies.refresh(token)] };
  }

  async function successor(refreshCookie: string | undefined) {
    const uuid = refreshCookie && (await families.ownerOf(refreshCookie));
    if (!refreshCookie || !uuid) return undefined;
    // Read first: if it fails, the token has not been used up.
    const state = await memberState(uuid);
    if (state === "absent" || state === "withdrawn") return void (await families.revokeAll(uuid));
    const token = await families.rotate(refreshCookie);
    return token === undefined ? undefined : { uuid, token };
  }

  /** @throws Refused `bad-token` or `expired-token` (spec/wire-contract.md §2.4) */
  async function authenticate(authorization: string | undefined): Promise<Authenticated> {
    const [, token] = /^Bearer(?:\s+(.*))?$/is.exec(authorization ?? "") ?? [undefined, null];
    if (token === null) return { kind: "visitor" };
    const { uuid, login, expiresAt } = await accessTokens.verify(token ?? "");
    if (login !== undefined && (await hasEnded(login))) throw new Refused("bad-token");
    const state = await memberState(uuid);
    if (state === "absent" || state === "withdrawn") throw new Refused("bad-token");
    return { kind: "member", uuid, hasProfile: state === "complete", login, expiresAt };
  }

  return {
    /** The member who sends a token, whether or not the session has ended; undefined for a visitor. */
    async senderOf(authorization: string | undefined): Promise<string | undefined> {
      const [, token = ""] = /^Bearer\s+(.*)$/is.exec(authorization ?? "") ?? [];
      return accessTokens.verify(token).then(
        ({ uuid }) => uuid,
        () => undefined,
      );
    },

    /** Both tokens of a new session. */
    start: async (uuid: string) => handOut(uuid, await families.start(uuid)),

    authenticate,

    /** @throws Refused `bad-token`, with headers that clear both cookies (spec/wire-contract.md §2.6) */
    async renew(refreshCookie: string | undefined): Promise<Renewed> {
      const renewed = await successor(refreshCookie);
      if (!renewed) throw new Refused("bad-token", { headers: { "Set-Cookie": cookies.cleared() } });
      return handOut(renewed.uuid, renewed.token);
    },

    /**
     * Ends the session of this cookie and that of this access token: a client may send the cookie only to renewals.
     * Returns `Set-Cookie` values that clear both cookies.
     */
    async logout(refreshCookie: string | undefined, authorization?: string): Promise<string[]> {
      const caller = await authenticate(authorization);
      if (caller.kind === "member" && caller.login) await families.revokeLogin(caller.login);
      if (refreshCookie) await families.revoke(refreshCookie);
      return cookies.cleared();
    },
  };
}
