import { call } from "../calls/api.ts";
import { currentToken, memberOf } from "../session.ts";
import { inTabLock } from "../tab-lock.ts";
import { endpoints } from "./command.ts";
import { onOtherTab, unsent } from "./device-store.ts";
import { draftServer } from "./draft-server.ts";
import { deleteEndedRows } from "./ended-rows.ts";
import { Outbox } from "./outbox.ts";
import type { QueuedRecord } from "./record.ts";

const lockName = "outbox";
/** Longer than a round of another tab usually takes: a form must not wait for a frozen tab. */
const lockPatienceMs = 20_000;

const sentListeners = new Set<(record: QueuedRecord) => void>();
/** Calls back for each text that this tab has sent without its form; the returned function unsubscribes. */
export function onSent(listener: (record: QueuedRecord) => void): () => void {
  sentListeners.add(listener);
  return () => void sentListeners.delete(listener);
}

/** The outbox of this tab; all tabs of the device share the store, and one tab at a time sends. */
export const outbox = new Outbox({
  store: unsent,
  send: ({ endpoint, options, key }) => call(endpoints[endpoint], options as never, key),
  member: () => memberOf(currentToken()),
  isOnline: () => navigator.onLine,
  inLock: (work) => inTabLock(lockName, lockPatienceMs, work, () => undefined),
  onSent(record) {
    for (const listener of sentListeners) listener(record);
  },
  onEnded: ({ memberId, key }) => void deleteEndedRows(unsent, draftServer(memberId, key), memberId, key),
});
onOtherTab(() => void outbox.setTimer());
