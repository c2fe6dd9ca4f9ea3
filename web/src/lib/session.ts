import { useMemo, useState, useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";

const entry = "Authorization";
const cookieName = "access_token";
/** Also when the browser brings the page back as it was left: the login may have ended since. */
const changes = changeSignal("pageshow");
export const onSessionChange = changes.subscribe;

const claim = (token: string | null, name: "uuid" | "iat"): unknown => {
  try {
    const payload = (token ?? "").split(".")[1] ?? "";
    return (JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as Record<string, unknown>)[
      name
    ];
  } catch {
    return undefined;
  }
};

/** The member an access token speaks for; null when it cannot be read. */
export function memberOf(token: string | null): string | null {
  const uuid = claim(token, "uuid");
  return typeof uuid === "string" ? uuid : null;
}

/** When the server issued a token, in its seconds since 1970; null when it cannot be read. */
function issuedAt(token: string | null): number | null {
  const iat = claim(token, "iat");
  return typeof iat === "number" ? iat : null;
}

/** Whether a token was issued after another, or the same second in its place. */
export const isNewer = (token: string, than: string): boolean =>
  token !== than && (issuedAt(token) ?? Number.POSITIVE_INFINITY) >= (issuedAt(than) ?? 0);

/** The raw access token of this tab; logged in ⇔ there is one (spec/wire-contract.md §2.3). */
export const currentToken = (): string | null => sessionStorage.getItem(entry);

/** The token in the readable cookie, which all tabs share. */
export function cookieToken(): string | null {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${cookieName}=`));
  return found?.slice(cookieName.length + 1) || null;
}

export function setToken(token: string): void {
  if (token === currentToken()) return;
  sessionStorage.setItem(entry, token);
  changes.notify();
}

/** Takes over what a login or another tab's renewal left in the cookie: on start, protected pages, login and enrol. */
export function adoptCookie(): void {
  const token = cookieToken();
  if (token) setToken(token);
}

/** Forgets the login without notifying listeners: for a page that is about to reload. */
export function endSessionQuietly(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and on plain http
  document.cookie = `${cookieName}=; Max-Age=0; Path=/`;
  sessionStorage.removeItem(entry);
}

/**
 * Forgets the login in this tab and expires the readable cookie, unless another tab has left a later login there; the
 * query cache empties itself on the change.
 */
export function endSession(): void {
  const own = currentToken();
  const shared = cookieToken();
  if (own && shared && isNewer(shared, own)) sessionStorage.removeItem(entry);
  else endSessionQuietly();
  if (own !== null) changes.notify();
}

interface Session {
  readonly token: string | null;
  /** Of the member logged in; key of the personal views. Null for visitors. */
  readonly uuid: string | null;
  readonly isLoggedIn: boolean;
}

/** The login of this tab; components follow its changes. */
export function useSession(): Session {
  const token = useSyncExternalStore(onSessionChange, currentToken);
  return useMemo(() => ({ token, uuid: memberOf(token), isLoggedIn: token !== null }), [token]);
}

/**
 * Whom the page is for: the member who is, or was last, logged in here. A login that is over tears nothing down; another
 * one starts again, for instance by this as a key. Null for a visitor.
 */
export function useMember(): string | null {
  const { uuid } = useSession();
  const [member, setMember] = useState(uuid);
  if (uuid !== null && uuid !== member) setMember(uuid);
  return uuid ?? member;
}
