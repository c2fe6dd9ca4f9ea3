import { currentToken, memberOf } from "./session.ts";

let missing: string | null = null;

/** The member logged in has no profile yet: an answer to this page says so. */
export function noteMissingProfile(): void {
  missing = memberOf(currentToken());
}

export const forgetMissingProfile = (): void => {
  missing = null;
};

/**
 * Whether the member logged in is known to have no profile. Asking again would only be refused; another page, or this
 * one after a reload, has to ask, since the profile may have been made elsewhere.
 */
export function lacksProfile(): boolean {
  const uuid = memberOf(currentToken());
  return uuid !== null && missing === uuid;
}
