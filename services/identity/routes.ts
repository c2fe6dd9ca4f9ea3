import { Refused } from "#contracts/errors";
import { logout, reissue } from "#contracts/identity/api";
import { type Route, route } from "../platform/http/route.ts";
import { refreshCookieIn } from "./cookies.ts";
import type { Identity } from "./identity.ts";

/** Renewal and end of a session (spec/wire-contract.md §2.6, §2.7). */
export function identityRoutes(identity: Pick<Identity, "origin" | "renew" | "logout">): Route[] {
  return [
    route(reissue, async ({ request }) => {
      const { origin } = request.headers;
      // Without cleared cookies: another site must not end the session either.
      if (origin !== undefined && origin !== identity.origin) throw new Refused("bad-token");
      const { accessToken, setCookies } = await identity.renew(refreshCookieIn(request.headers.cookie));
      return { data: null, headers: { Authorization: `Bearer ${accessToken}`, "Set-Cookie": setCookies } };
    }),
    route(logout, async ({ request: { headers } }) => ({
      data: null,
      headers: {
        "Set-Cookie": await identity.logout(refreshCookieIn(headers.cookie), headers.authorization),
      },
    })),
  ];
}
