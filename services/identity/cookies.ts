export type Cookies = ReturnType<typeof createCookies>;

export const accessTokenSeconds = 25 * 60;
export const refreshTokenSeconds = 24 * 60 * 60;
export const loginStateSeconds = 10 * 60;

const refreshCookie = "refresh_token";
const loginPath = "/login/oauth2";

/**
 * `Set-Cookie` values of a session (spec/wire-contract.md §2.1, §2.2). `Secure` everywhere except on
 * `http://localhost`, where browsers would refuse it.
 */
export function createCookies(publicUrl: URL) {
  const plain = publicUrl.protocol === "http:" && publicUrl.hostname === "localhost";
  const end = plain ? "SameSite=Lax" : "SameSite=Lax; Secure";
  const access = (token: string, age: number) => `access_token=${token}; Path=/; Max-Age=${age}; ${end}`;
  const refresh = (token: string, age: number) =>
    `${refreshCookie}=${token}; Path=/; Max-Age=${age}; ${end}; HttpOnly`;
  const state = (name: string, sealed: string, age: number) =>
    `${name}=${sealed}; Path=${loginPath}; Max-Age=${age}; ${end}; HttpOnly`;
  return {
    access: (token: string) => access(token, accessTokenSeconds),
    refresh: (token: string) => refresh(token, refreshTokenSeconds),
    /** Both cookies of a session, emptied. */
    cleared: () => [access("", 0), refresh("", 0)],
    loginState: (name: string, sealed: string) => state(name, sealed, loginStateSeconds),
    clearedLoginState: (name: string) => state(name, "", 0),
  };
}

/** Value of a cookie in a `Cookie` header; undefined if it is missing or empty. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const cut = pair.indexOf("=");
    if (cut > 0 && pair.slice(0, cut).trim() === name) return pair.slice(cut + 1).trim() || undefined;
  }
  return undefined;
}

/** The refresh token in a `Cookie` header. */
export const refreshCookieIn = (header: string | undefined) => cookieIn(header, refreshCookie);
