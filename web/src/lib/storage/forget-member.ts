import { forgetContinuation } from "../continuation.ts";
import { forgetReturnPath } from "../return-path.ts";
import { forgetSearch } from "../search/forget-search.ts";
import { noteGone } from "../session.ts";
import { unsent } from "../unsent/device-store.ts";
import { loggedOut } from "../unsent/record.ts";
import { announce, type Departure } from "./departures.ts";
import { forgetEntriesOf } from "./entries.ts";

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

/** The message to the service worker, which may be about to store a picture. */
const message = "forget pictures";

/** Deletes the pictures that the service worker has stored. */
async function forgetPictures(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    registration?.active?.postMessage(message);
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (new URL(request.url).pathname.startsWith("/images/")) await cache.delete(request);
    }
  } catch {
    // Nothing can be stored in this browser.
  }
}
