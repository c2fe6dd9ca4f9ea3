import { type CookieJar, cookieJar } from "../identity/cookie-jar.ts";

export interface SignedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** The browser's cookies; requests sent through the jar have the refresh cookie. */
  readonly cookies: CookieJar;
  /** Path where the login ended: `/enroll` without a profile, otherwise the return path. */
  readonly landed: string;
}

/**
 * Signs a member in at the development provider of a running server, as a browser would. The same handle is the same
 * member; an unknown one is a new member.
 */
export async function signIn(
  baseUrl: string | URL,
  handle: string,
  { cookies = cookieJar(), redirect }: { cookies?: CookieJar; redirect?: string } = {},
): Promise<SignedIn> {
  const start = new URL("/oauth2/authorization/kakao", baseUrl);
  start.searchParams.set("login_hint", handle);
  if (redirect !== undefined) start.searchParams.set("redirect", redirect);
  const { response, visited } = await cookies.follow(start);
  await response.body?.cancel();
  const end = visited.at(-1);
  const landed = `${end?.pathname}${end?.search}`;
  const accessToken = cookies.get("access_token");
  const refreshToken = cookies.get("refresh_token");
  if (!accessToken || !refreshToken) throw new Error(`${handle} could not sign in and ended at ${landed}`);
  return { accessToken, refreshToken, cookies, landed };
}
