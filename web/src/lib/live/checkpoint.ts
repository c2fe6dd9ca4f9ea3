let latest: string | null = null;

/**
 * Keeps the checkpoint that later reads must have reached: the `X-Checkpoint` of an accepted command, or the one
 * that a live message named. Opaque; the later call wins; an answer without one changes nothing.
 */
export function rememberCheckpoint(checkpoint: string | null): void {
  if (checkpoint) latest = checkpoint;
}

/** What to send as `X-After-Checkpoint` with every read (spec/wire-contract.md §1.11). */
export const latestCheckpoint = (): string | null => latest;

export interface AnswerCheckpoint {
  /** What the answer holds at least; null when the server did not say. */
  readonly checkpoint: string | null;
  /** `performance.now()` when it was asked for. */
  readonly askedAt: number;
}

const listeners = new Set<(answer: AnswerCheckpoint) => void>();

/** An answer to a query has come: the live client needs to know its checkpoint. */
export function noteAnswer(answer: AnswerCheckpoint): void {
  for (const listener of listeners) listener(answer);
}

export function onAnswer(listener: (answer: AnswerCheckpoint) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
