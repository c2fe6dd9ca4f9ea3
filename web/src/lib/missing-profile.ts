import { useSyncExternalStore } from "react";
import { currentToken, memberOf } from "./session.ts";

let missing: string | null = null;
const listeners = new Set<() => void>();

function become(next: string | null): void {
  missing = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The member logged in has no profile yet: an answer to this page says so. */
export const noteMissingProfile = (): void => become(memberOf(currentToken()));

export const forgetMissingProfile = (): void => become(null);

function lacksProfile(): boolean {
  const uuid = memberOf(currentToken());
  return uuid !== null && missing === uuid;
}

/**
 * Whether the member logged in is known to have no profile. Asking again would only be refused; another page, or this
 * one after a reload, has to ask, since the profile may have been made elsewhere.
 */
export const useLacksProfile = (): boolean => useSyncExternalStore(listen, lacksProfile);
