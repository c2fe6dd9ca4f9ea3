let latest: string | null = null;

/**
 * Keeps the place in the log that later reads must have reached: the `X-Checkpoint` of an accepted command, or the one
 * that a live message named. Opaque; the later call wins; an answer without one changes nothing.
 */
export function rememberCheckpoint(checkpoint: string | null): void {
  if (checkpoint) latest = checkpoint;
}

/** What to send as `X-After-Checkpoint` with every read (spec/wire-contract.md §1.11). */
export const latestCheckpoint = (): string | null => latest;
