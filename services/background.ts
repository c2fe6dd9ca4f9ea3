import type pg from "pg";
import type { Documents } from "./documents/documents.ts";
import type { EventStore, KeptEventStore } from "./event-store/event-store.ts";
import type { Identity } from "./identity/identity.ts";
import { forgetTeamsThatNeverWere } from "./images/orphans.ts";
import type { Live } from "./platform/live/live.ts";
import type { Logger } from "./platform/logging.ts";
import type { Metrics } from "./platform/metrics.ts";
import { rosterOf } from "./platform/roster.ts";

export interface Background {
  stop(): void;
}

interface Chores {
  readonly identity: Identity;
  readonly log: KeptEventStore;
  readonly store: EventStore;
  readonly live: Live;
  readonly documents: Documents;
  readonly metrics: Metrics;
  readonly pool: pg.Pool;
  readonly logger: Logger;
}

const hour = 3_600_000;
const commandsKeptHours = 48;

/** What is done now and then: forgetting what has run out, and measuring. */
export function startBackground(chores: Chores): Background {
  const { identity, log, store, live, documents, metrics, pool, logger } = chores;
  const prune = async () => {
    try {
      await log.forgetCommands(commandsKeptHours);
      await identity.prune();
      await documents.prune();
      await forgetTeamsThatNeverWere(pool, async (id) => (await rosterOf(store, id)).phase === "live");
    } catch (error) {
      logger.warn({ err: error }, "pruning failed and is tried again in an hour");
    }
  };
  const measure = () => {
    const { connections, subscriptions } = live.stats();
    metrics.liveConnections.set(connections);
    metrics.liveSubscriptions.set(subscriptions);
    const { connections: writers, rooms } = documents.stats();
    metrics.documentConnections.set(writers);
    for (const [kind, count] of Object.entries(rooms)) metrics.documentRooms.set({ kind }, count);
    metrics.poolConnections.set({ state: "idle" }, pool.idleCount);
    metrics.poolConnections.set({ state: "busy" }, pool.totalCount - pool.idleCount);
    metrics.poolConnections.set({ state: "waiting" }, pool.waitingCount);
  };
  const timers = [setInterval(prune, hour), setInterval(measure, 5000)];
  for (const timer of timers) timer.unref();
  return {
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
