import type { EventStore } from "../event-store/event-store.ts";
import { inboxReactors } from "../inbox/reactors.ts";

const atOnce = 500;

/**
 * Raises notifications for the log, as the reactor does concurrently or later: both process the events in order and
 * issue the same commands, so that each is executed once. Afterwards every inbox is complete.
 */
export async function raiseNotifications(store: EventStore, now: Date): Promise<void> {
  const [notify] = inboxReactors({
    now: () => now,
    // The demo's members have changed no settings.
    choosing: async () => [],
    onResult: () => {},
  });
  const end = await store.head();
  for (let after = store.start; store.compare(after, end) < 0; ) {
    const { events, checkpoint } = await store.readAll(after, atOnce);
    for (const event of events)
      if (notify?.to.some((type) => type === event.type) && notify.takes?.(event))
        await notify.on(event, store);
    after = checkpoint;
  }
}
