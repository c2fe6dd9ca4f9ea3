import { forgetContinuation } from "../continuation.ts";
import { removeDeviceDraftsOf, removeSyncedDraftsOf } from "../drafts/draft-device.ts";
import { removeTrashOf } from "../drafts/draft-trash.ts";
import { forgetOutbox } from "../outbox/device-outbox.ts";
import { outboxStore } from "../outbox/store.ts";
import { forgetReturnPath } from "../return-path.ts";
import { forgetSearch } from "../search/forget-search.ts";
import { noteGone } from "../session.ts";
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
  // The member has agreed to the deletion of the texts in the outbox.
  const unsent = (await outboxStore.list(memberId)).flatMap(({ draft }) => draft?.draftId ?? []);
  await Promise.all([
    hasWithdrawn ? removeDeviceDraftsOf(memberId) : removeSyncedDraftsOf(memberId, unsent),
    removeTrashOf(memberId),
    forgetOutbox(memberId),
    forgetSearch(memberId),
    forgetPictures(),
  ]);
}
