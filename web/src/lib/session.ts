import { useMemo, useState, useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";
import { tabEntries } from "./storage/entries.ts";

const entry = "Authorization";
const cookieName = "access_token";
/** `pageshow`, because a page restored from the back/forward cache may have an ended session. */
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

/** The member of an access token; null if it cannot be parsed. */
export function memberOf(token: string | null): string | null {
  const uuid = claim(token, "uuid");
  return typeof uuid === "string" ? uuid : null;
}

/** When the server issued a token, in seconds since 1970; null if it cannot be parsed. */
function issuedAt(token: string | null): number | null {
  const iat = claim(token, "iat");
  return typeof iat === "number" ? iat : null;
}

/** Whether a token was issued after another one, or replaced it within the same second. */
export const isNewer = (token: string, than: string): boolean =>
  token !== than && (issuedAt(token) ?? Number.POSITIVE_INFINITY) >= (issuedAt(than) ?? 0);

/** The raw access token of this tab; a member is logged in if and only if there is one (spec/wire-contract.md §2.3). */
export const currentToken = (): string | null => tabEntries.get(entry);

/** The token in the readable cookie, which all tabs share. */
export function cookieToken(): string | null {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${cookieName}=`));
  return found?.slice(cookieName.length + 1) || null;
}

export function setToken(token: string): void {
  if (token === currentToken()) return;
  tabEntries.set(entry, token);
  changes.notify();
}

/**
 * Takes over the token of a login or another tab's renewal from the cookie: on start, protected pages, login and enrol.
 */
export function adoptCookie(): void {
  const token = cookieToken();
  if (token) setToken(token);
}

/** Ends the session without notifying listeners: for a page that is about to reload. */
export function endSessionQuietly(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and on plain http
  document.cookie = `${cookieName}=; Max-Age=0; Path=/`;
  tabEntries.remove(entry);
}

/**
 * Ends the session in this tab and expires the readable cookie, unless another tab has stored a later login there; the
 * query cache empties itself on the change.
 */
export function endSession(): void {
  const own = currentToken();
  const shared = cookieToken();
  if (own && shared && isNewer(shared, own)) tabEntries.remove(entry);
  else endSessionQuietly();
  if (own !== null) changes.notify();
}

interface Session {
  readonly token: string | null;
  /** Uuid of the current member; key of the personal views. Null for visitors. */
  readonly uuid: string | null;
  readonly isLoggedIn: boolean;
}

/** The session of this tab; components follow its changes. */
export function useSession(): Session {
  const token = useSyncExternalStore(onSessionChange, currentToken);
  return useMemo(() => ({ token, uuid: memberOf(token), isLoggedIn: token !== null }), [token]);
}

/**
 * The member whom the page is for: the one who is, or was last, logged in here. The end of a session unmounts nothing;
 * another member remounts, for instance by this value as a key. Null for a visitor.
 */
export function useMember(): string | null {
  const { uuid } = useSession();
  const [member, setMember] = useState(uuid);
  if (uuid !== null && uuid !== member) setMember(uuid);
  return uuid ?? member;
}

const gone = new Set<string>();

/** A member who has withdrawn: this tab stores nothing of them any more, whatever is still open in it. */
export const isGone = (memberId: string): boolean => gone.has(memberId);
export const noteGone = (memberId: string): unknown => gone.add(memberId);
