import { useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";
import { currentToken, memberOf } from "./session.ts";

let missing: string | null = null;
const changes = changeSignal();

function become(next: string | null): void {
  missing = next;
  changes.notify();
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
export const useLacksProfile = (): boolean => useSyncExternalStore(changes.subscribe, lacksProfile);
