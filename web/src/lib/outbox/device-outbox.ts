import { call } from "../calls/api.ts";
import { changeSignal } from "../change-signal.ts";
import { draftDevice } from "../drafts/draft-device.ts";
import { draftServer } from "../drafts/draft-server.ts";
import { currentToken, memberOf } from "../session.ts";
import { endpoints, type OutboxEntry } from "./entry.ts";
import { createOutbox } from "./outbox.ts";
import { outboxStore, removeOutboxOf } from "./store.ts";

const lockName = "outbox";
/** Longer than a round of another tab usually takes: a form must not wait for a frozen tab. */
const lockPatienceMs = 20_000;

async function inLock<T>(work: () => Promise<T>): Promise<T | undefined> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return work();
  let isGranted = false;
  try {
    return await locks.request(lockName, { signal: AbortSignal.timeout(lockPatienceMs) }, () => {
      isGranted = true;
      return work();
    });
  } catch (error) {
    if (isGranted) throw error;
    return undefined;
  }
}

const changes = changeSignal();
/** Called when stored entries have changed, in this tab or another one. */
export const onOutboxChange = changes.subscribe;

let otherTabs: BroadcastChannel | undefined;
/** Listens to changes of other tabs. */
export function followOtherTabs(): void {
  if (otherTabs || typeof BroadcastChannel === "undefined") return;
  otherTabs = new BroadcastChannel("outbox");
  otherTabs.addEventListener("message", () => {
    changes.notify();
    void outbox.setTimer();
  });
}

const sentListeners = new Set<(entry: OutboxEntry) => void>();
/** Calls back for each entry that this tab has sent without its form; the returned function unsubscribes. */
export function onSent(listener: (entry: OutboxEntry) => void): () => void {
  sentListeners.add(listener);
  return () => void sentListeners.delete(listener);
}

/** Deletes the draft of a sent or discarded text on the device and at the server. */
export async function endDraftOf({ memberId, draft }: OutboxEntry): Promise<void> {
  if (!draft) return;
  const { key, draftId, at } = draft;
  const isOver = await draftDevice(memberId, key).end({ draftId, at, isMoved: true });
  // If this fails, the next editor under the key deletes it.
  if (isOver)
    draftServer(memberId, key)
      .remove(draftId, undefined)
      .catch(() => undefined);
}

/** Deletes the entries of a member who has logged out or withdrawn. */
export async function forgetOutbox(memberId: string): Promise<void> {
  await removeOutboxOf(memberId);
  notifyTabs();
}

function notifyTabs(): void {
  changes.notify();
  otherTabs?.postMessage("changed");
}

/** The outbox of this tab; all tabs of the device share the store, and one tab at a time sends. */
export const outbox = createOutbox({
  store: outboxStore,
  send: ({ endpoint, options, key }) => call(endpoints[endpoint], options as never, key),
  member: () => memberOf(currentToken()),
  isOnline: () => navigator.onLine,
  inLock,
  async onSent(entry) {
    for (const listener of sentListeners) listener(entry);
    await endDraftOf(entry);
  },
  onChange: notifyTabs,
});
