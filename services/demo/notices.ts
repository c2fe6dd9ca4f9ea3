import type { EventStore } from "../event-store/event-store.ts";
import { inboxReactors } from "../inbox/reactors.ts";

const atOnce = 500;

/**
 * Raises what is in the log, as the reactor does meanwhile or later: both take the events in their order and give the same
 * commands, so that each is carried out once. Afterwards every inbox is whole.
 */
export async function raiseNotifications(store: EventStore, now: Date): Promise<void> {
  const [notify] = inboxReactors({
    now: () => now,
    // The demo's people have changed no settings.
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
