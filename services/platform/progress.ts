import type { Checkpoint } from "../event-store/event-store.ts";

/** How far the read models of this system have come, as seen from this process, whichever builds them. */
export interface ReadModelProgress {
  /** Every running read model contains everything up to here. Moves only forward. */
  reached(): Checkpoint;
  /** Whether they got there within `timeoutMs` (milliseconds). */
  waitFor(checkpoint: Checkpoint, timeoutMs: number): Promise<boolean>;
  /** Calls back after every move forward until the returned function is called. */
  onAdvance(callback: () => void): () => void;
}
