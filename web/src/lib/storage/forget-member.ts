import { forgetContinuation } from "../continuation.ts";
import { forgetReturnPath } from "../return-path.ts";
import { forgetSearch } from "../search/forget-search.ts";
import { noteGone } from "../session.ts";
import { unsent } from "../unsent/device-store.ts";
import { loggedOut } from "../unsent/record.ts";
import { announce, type Departure } from "./departures.ts";
import { forgetEntriesOf } from "./entries.ts";
import { forgetPictures } from "./pictures.ts";

/** Deletes everything that this browser stores of a member whose account was deleted, in all tabs. */
export const forgetMember = (memberId: string): Promise<void> =>
  depart({ memberId, hasWithdrawn: true, at: Date.now() });

/**
 * Deletes what this browser stores of a member who has logged out, in all tabs (spec/daily-use.md §8), but texts that no
 * other place has.
 */
export const forgetLogin = (memberId: string): Promise<void> =>
  depart({ memberId, hasWithdrawn: false, at: Date.now() });

function depart(departure: Departure): Promise<void> {
  if (departure.hasWithdrawn) noteGone(departure.memberId);
  announce(departure);
  return removeFrom(departure, true);
}

/** `isOwn`: this tab belonged to the member. */
export async function removeFrom({ memberId, hasWithdrawn }: Departure, isOwn: boolean): Promise<void> {
  if (isOwn) {
    forgetReturnPath();
    forgetContinuation();
  }
  if (hasWithdrawn) forgetEntriesOf(memberId);
  const forgetTexts = unsent.keep([memberId], (all) => (hasWithdrawn ? { remove: all } : loggedOut(all)));
  await Promise.all([forgetTexts, forgetSearch(memberId), forgetPictures()]);
}
