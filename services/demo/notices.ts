import type { EventStore } from "../event-store/event-store.ts";
import { inboxReactors } from "../inbox/reactors.ts";

const atOnce = 500;

/**
 * Returns a function that raises notifications for what was appended since its last call, as the reactor does
 * concurrently or later: both issue the same commands, so that each is executed once. The reactor takes teams in turn;
 * called after every action, this keeps each inbox in the order of the log.
 */
export function createRaiser(store: EventStore, now: Date): () => Promise<void> {
  const [notify] = inboxReactors({
    now: () => now,
    // The demo's members have changed no settings.
    choosing: async () => [],
    onResult: () => {},
  });
  let after = store.start;
  return async () => {
    const end = await store.head();
    while (store.compare(after, end) < 0) {
      const { events, checkpoint } = await store.readAll(after, atOnce);
      for (const event of events)
        if (notify?.to.some((type) => type === event.type) && notify.takes?.(event))
          await notify.on(event, store);
      after = checkpoint;
    }
  };
}
