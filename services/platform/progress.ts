import type { Checkpoint } from "../event-store/event-store.ts";

/** Progress of the read models of this system as seen from this process, whichever process builds them. */
export interface ReadModelProgress {
  /** Every active read model contains everything up to this checkpoint. It never decreases. */
  reached(): Checkpoint;
  /** Whether the read models reach a checkpoint within `timeoutMs` (milliseconds). */
  waitFor(checkpoint: Checkpoint, timeoutMs: number): Promise<boolean>;
  /** Calls back after every advance until the returned function is called. */
  onAdvance(callback: () => void): () => void;
}
