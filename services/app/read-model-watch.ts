import type { Checkpoint, EventStore } from "../event-store/event-store.ts";
import type { Logger } from "../platform/logging.ts";

/** Read models lag, or no process updates them. */
export type Behind = "lag" | "no-projector";

export const sentenceOf: Readonly<Record<Behind, string>> = {
  lag: "The read models are more than 10 s behind the log: what is written is shown late.",
  "no-projector":
    "No process writes the read models: start one with ROLE=all or projector. Until then writes are refused.",
};

interface Watched {
  readonly store: Pick<EventStore, "start" | "head" | "compare" | "readAll">;
  readonly reached: () => Checkpoint;
  /** Of the tables that serve. */
  readonly checkpoints: () => Promise<readonly Checkpoint[]>;
  readonly isProjectorAtWork: () => Promise<boolean>;
  readonly now: () => Date;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
}

/** Milliseconds. */
const lagAfter = 10_000;
const noProjectorAfter = 60_000;
/** Events; the read models contain a shorter log within a moment. */
const longLog = 100;

/**
 * Detects read models that do not reach the log in time. Measured since this process read the head of the log, not by
 * the age of events, which may have been written with times in the past.
 */
export function readModelWatch({ store, reached, checkpoints, isProjectorAtWork, now, log }: Watched) {
  let mark = store.start;
  let since = now().getTime();
  let behind: Behind | undefined;
  let isUnfilled = false;
  const isAtStart = (checkpoint: Checkpoint) => store.compare(checkpoint, store.start) <= 0;

  async function evaluate(): Promise<Behind | undefined> {
    const evaluatedAt = now().getTime();
    const here = reached();
    // Older tables serve while newer ones are built, though none of them has reached anything then.
    isUnfilled =
      isAtStart(here) &&
      (await checkpoints()).every(isAtStart) &&
      (await store.readAll(store.start, longLog)).events.length === longLog;
    // EventStoreDB's log may end with system events, which no read model handles.
    if (store.compare(here, mark) >= 0 || (await store.readAll(here, 1)).events.length === 0) {
      mark = await store.head();
      since = evaluatedAt;
    }
    const lag = evaluatedAt - since;
    if (lag > noProjectorAfter && !(await isProjectorAtWork())) return "no-projector";
    return lag > lagAfter ? "lag" : undefined;
  }

  return {
    behind: () => behind,
    /** Whether the read models are still empty, as after a restore without them, while the log is not short. */
    isPreparing: () => isUnfilled && isAtStart(reached()),
    /** Call every few seconds. */
    async poll(): Promise<void> {
      const before = behind;
      try {
        behind = await evaluate();
      } catch {
        // Without the database nothing is known; when it is back a projector gets its time to take over.
        since = now().getTime();
        behind = undefined;
      }
      if (behind === before) return;
      if (behind === undefined) log.info("the read models are up with the log");
      else log[behind === "lag" ? "warn" : "error"]({ reason: behind }, sentenceOf[behind]);
    },
  };
}
