import { currentToken, issuedAt, memberOf } from "./session.ts";

const entry = "missing-profile";
/** From the server's redirect after login to the first look of the page. */
const freshLoginMs = 30_000;

/** Remembers in this tab that the member logged in has no profile yet. */
export function noteMissingProfile(): void {
  const uuid = memberOf(currentToken());
  if (uuid) sessionStorage.setItem(entry, uuid);
}

export const forgetMissingProfile = (): void => sessionStorage.removeItem(entry);

/**
 * Whether the member on /enroll is known to have no profile: an answer said so, or the login has just led there
 * (spec/wire-contract.md §2.1). Asking the server for the profile would only be refused.
 */
export function lacksProfile(): boolean {
  const token = currentToken();
  const uuid = memberOf(token);
  if (!uuid) return false;
  const age = Date.now() - (issuedAt(token) ?? 0) * 1000;
  if (Math.abs(age) < freshLoginMs) noteMissingProfile();
  return sessionStorage.getItem(entry) === uuid;
}
