import { forgetContinuation } from "../continuation.ts";
import { removeDeviceDraftsOf, removeSyncedDraftsOf } from "../drafts/draft-device.ts";
import { removeTrashOf } from "../drafts/draft-trash.ts";
import { removeFormDraftsOf } from "../drafts/form-draft.ts";
import { forgetVisits } from "../last-visit.ts";
import { forgetSeenApplications } from "../my-applications.ts";
import { forgetOutbox } from "../outbox/device-outbox.ts";
import { outboxStore } from "../outbox/store.ts";
import { forgetDevice } from "../push-device.ts";
import { forgetReturnPath } from "../return-path.ts";
import { forgetSearch } from "../search/forget-search.ts";
import { currentToken, endSession, memberOf } from "../session.ts";
import { noteGone } from "./gone-members.ts";
import { forgetPictures } from "./pictures.ts";

interface Departure {
  readonly memberId: string;
  readonly hasWithdrawn: boolean;
}

let otherTabs: BroadcastChannel | undefined;
const channelOfTabs = (): BroadcastChannel | undefined => {
  if ("BroadcastChannel" in globalThis) otherTabs ??= new BroadcastChannel("departure");
  return otherTabs;
};

/**
 * Ends the session in this tab, too, once its member has logged out or withdrawn in another one, and deletes again what
 * this tab has stored meanwhile.
 */
export function followDepartures(): void {
  channelOfTabs()?.addEventListener("message", ({ data }: MessageEvent<Departure>) => {
    if (memberOf(currentToken()) === data.memberId) {
      forgetTab();
      endSession();
    }
    void (data.hasWithdrawn ? removeAllOf(data.memberId) : removeServersOf(data.memberId));
  });
}

async function removeEverywhere(departure: Departure, remove: (memberId: string) => Promise<void>) {
  forgetTab();
  channelOfTabs()?.postMessage(departure);
  await remove(departure.memberId);
}

/** Deletes everything that this browser stores of a member whose account was deleted, in all tabs. */
export const forgetMember = (memberId: string): Promise<void> =>
  removeEverywhere({ memberId, hasWithdrawn: true }, removeAllOf);

/**
 * Deletes what this browser stores of a member who has logged out, in all tabs (spec/daily-use.md §8), but texts that no
 * other place has.
 */
export const forgetLogin = (memberId: string): Promise<void> =>
  removeEverywhere({ memberId, hasWithdrawn: false }, removeServersOf);

async function removeAllOf(memberId: string): Promise<void> {
  noteGone(memberId);
  removeFormDraftsOf(memberId);
  forgetSeenApplications(memberId);
  forgetVisits(memberId);
  forgetDevice(memberId);
  await Promise.all([removeServersOf(memberId), removeDeviceDraftsOf(memberId)]);
}

function forgetTab(): void {
  forgetReturnPath();
  forgetContinuation();
}

async function removeServersOf(memberId: string): Promise<void> {
  // The member has agreed to the deletion of the texts in the outbox.
  const unsent = (await outboxStore.list(memberId)).flatMap(({ draft }) => draft?.draftId ?? []);
  await Promise.all([
    removeSyncedDraftsOf(memberId, unsent),
    removeTrashOf(memberId),
    forgetOutbox(memberId),
    forgetSearch(memberId),
    forgetPictures(),
  ]);
}
