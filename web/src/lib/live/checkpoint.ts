let latest: string | null = null;

/**
 * Stores the checkpoint that later reads must have reached: the `X-Checkpoint` of an accepted command, or that of a
 * live message. Opaque; the last call wins; a response without one changes nothing.
 */
export function rememberCheckpoint(checkpoint: string | null): void {
  if (checkpoint) latest = checkpoint;
}

/** The `X-After-Checkpoint` of every read (spec/wire-contract.md §1.11). */
export const latestCheckpoint = (): string | null => latest;

export interface AnswerCheckpoint {
  /** Checkpoint up to which the response contains all events; null if the server did not send one. */
  readonly checkpoint: string | null;
  /** `performance.now()` at the time of the request. */
  readonly requestedAt: number;
}

const listeners = new Set<(answer: AnswerCheckpoint) => void>();

/** Reports a response to a query, whose checkpoint the live client needs. */
export function noteAnswer(answer: AnswerCheckpoint): void {
  for (const listener of listeners) listener(answer);
}

export function onAnswer(listener: (answer: AnswerCheckpoint) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
