import type { Request, Response, Router } from "express";
import { AuthorizationResponseError } from "openid-client";
import { Refused } from "#contracts/errors";
import { answeredWithin, callMs } from "../event-store/time-budget.ts";
import { exactRouter } from "../platform/http/exact-router.ts";
import { asRefused } from "../platform/http/reply.ts";
import type { Accounts } from "./accounts.ts";
import { type Cookies, cookieIn } from "./cookies.ts";
import type { IdentityLog } from "./deps.ts";
import { newLoginState, openLoginState, sealLoginState, stateCookieName } from "./login-state.ts";
import type { ProviderClient, SocialProvider } from "./provider-client.ts";
import { returnPath } from "./return-path.ts";
import type { Sessions } from "./sessions.ts";

const startPath = "/oauth2/authorization/kakao";
export const callbackPath = "/login/oauth2/code/kakao";

interface LoginDeps {
  readonly client: Pick<ProviderClient, "authorizationUrl" | "subjectOf">;
  readonly accounts: Pick<Accounts, "memberFor">;
  readonly sessions: Pick<Sessions, "start">;
  readonly cookies: Cookies;
  readonly publicUrl: URL;
  /** Seals the state cookie; 32 bytes. */
  readonly stateKey: Uint8Array;
  readonly now: () => Date;
  readonly log: IdentityLog;
  /** Further parameters that a login request passes to the provider. */
  readonly passOn: SocialProvider["passOn"];
}

/** The two steps of a login (spec/wire-contract.md §2.1). Every failure redirects to the login page. */
export function loginRoutes(deps: LoginDeps): Router {
  const router = exactRouter();

  router.get(startPath, async (request, response) => {
    try {
      const login = newLoginState(returnPath(request.query.redirect));
      const url = await deps.client.authorizationUrl(login, deps.passOn?.(request));
      const sealed = await sealLoginState(login, deps.stateKey, deps.now());
      response.append("Set-Cookie", deps.cookies.loginState(stateCookieName(login.state), sealed));
      send(response, url.href);
    } catch (error) {
      fail(response, error, deps.log);
    }
  });

  router.get(callbackPath, async (request, response) => {
    try {
      send(response, await finish(request, response, deps));
    } catch (error) {
      fail(response, error, deps.log);
    }
  });

  router.all([startPath, callbackPath], () => {
    throw new Refused("wrong-method", { headers: { Allow: "GET, HEAD" } });
  });

  return router;
}

/** The target of the redirect after a login. */
async function finish(request: Request, response: Response, deps: LoginDeps): Promise<string> {
  const { state } = request.query;
  if (typeof state !== "string") throw new Error("the answer has no state");
  const cookie = stateCookieName(state);
  const sealed = cookieIn(request.headers.cookie, cookie);
  const login = await openLoginState(sealed, state, deps.stateKey, deps.now());
  if (sealed) response.append("Set-Cookie", deps.cookies.clearedLoginState(cookie));
  if (!login) throw new Error("the login did not begin in this browser");
  const subject = await deps.client.subjectOf(answerOf(request, deps.publicUrl), login);
  const { hasProfile, setCookies } = await answeredWithin(callMs, async () => {
    const member = await deps.accounts.memberFor(subject);
    return { hasProfile: member.hasProfile, ...(await deps.sessions.start(member.uuid)) };
  });
  for (const setCookie of setCookies) response.append("Set-Cookie", setCookie);
  return hasProfile ? (login.returnPath ?? "/") : "/enroll";
}

/** The address that the browser was redirected to, whatever a proxy changed. */
function answerOf(request: Request, publicUrl: URL): URL {
  const url = new URL(callbackPath, publicUrl);
  url.search = new URL(request.originalUrl, publicUrl).search;
  return url;
}

function send(response: Response, location: string): void {
  response.set("Cache-Control", "no-store");
  response.redirect(location);
}

function fail(response: Response, error: unknown, log: IdentityLog): void {
  const outcome = outcomeOf(error);
  // Messages and causes of the library contain tokens and claims: only its codes may be logged.
  if (outcome !== "cancelled") log.warn({ reason: reasonOf(error) }, `login ${outcome}`);
  send(response, `/login?error=${outcome}`);
}

/** What the login page explains; `unavailable`: a store cannot be reached, so the person did nothing wrong. */
function outcomeOf(error: unknown): "cancelled" | "failed" | "unavailable" {
  if (error instanceof AuthorizationResponseError && error.error === "access_denied") return "cancelled";
  return asRefused(error).code === "overload" ? "unavailable" : "failed";
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
