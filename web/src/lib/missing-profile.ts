import { useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";
import { currentToken, memberOf } from "./session.ts";

let missing: string | null = null;
const changes = changeSignal();

function become(next: string | null): void {
  missing = next;
  changes.notify();
}

/** Records that the current member has no profile yet, according to a response. */
export const noteMissingProfile = (): void => become(memberOf(currentToken()));

export const forgetMissingProfile = (): void => become(null);

function lacksProfile(): boolean {
  const uuid = memberOf(currentToken());
  return uuid !== null && missing === uuid;
}

/**
 * Whether the current member is known to have no profile. Further requests would only be refused; another page, or this
 * one after a reload, must request again, because the profile may have been created elsewhere.
 */
export const useLacksProfile = (): boolean => useSyncExternalStore(changes.subscribe, lacksProfile);
