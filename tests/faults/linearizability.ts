/** An operation of a client on one stream, with times of a clock that all clients share. */
export interface Operation {
  readonly stream: string;
  readonly began: number;
  /** Infinity if the response never arrived. */
  readonly ended: number;
  /**
   * The revision that a read returned; the revision that an append was made on and its result; or the one on which an
   * append was refused.
   */
  readonly did:
    | { readonly type: "read"; readonly revision: number }
    | { readonly type: "append"; readonly expected: number; readonly revision: number }
    | { readonly type: "refused"; readonly expected: number };
}

/**
 * Contradictions in a history of one stream: operations that no order explains in which each takes effect at one moment
 * between its call and its response. If empty, the history is linearizable. An append of one event yields exactly the
 * next revision, so the order of appends is given; what remains is a moment for each that agrees with all reads.
 * `earliest` and `latest` limit that moment; refusals are checked separately.
 */
export function violations(history: readonly Operation[]): string[] {
  const found: string[] = [];
  const appends: Operation[] = [];
  for (const operation of history) {
    if (operation.did.type !== "append") continue;
    const { expected, revision } = operation.did;
    if (revision !== expected + 1) found.push(`an append on ${expected} left ${revision}`);
    if (appends[revision]) found.push(`revision ${revision} was made twice`);
    appends[revision] = operation;
  }
  for (let n = 0; n < appends.length; n += 1) if (!appends[n]) found.push(`no append made revision ${n}`);
  const reads = history.filter(({ did }) => did.type === "read");
  for (const { did } of reads)
    if (did.type === "read" && did.revision >= appends.length)
      found.push(`revision ${did.revision} was read`);
  if (found.length > 0) return found;

  const readsOf = (revision: number) =>
    reads.filter(({ did }) => did.type === "read" && did.revision === revision);
  const earliest: number[] = [];
  for (let n = 0; n < appends.length; n += 1) {
    const before = readsOf(n - 1).map(({ began }) => began);
    earliest[n] = Math.max(earliest[n - 1] ?? -Infinity, (appends[n] as Operation).began, ...before);
    if (earliest[n]! > (appends[n] as Operation).ended)
      found.push(`the append of revision ${n} came too late`);
  }
  const latest: number[] = [];
  for (let n = appends.length - 1; n >= 0; n -= 1) {
    const after = readsOf(n).map(({ ended }) => ended);
    latest[n] = Math.min(latest[n + 1] ?? Infinity, (appends[n] as Operation).ended, ...after);
  }
  for (const { did, began, ended } of history) {
    if (did.type === "read" && (earliest[did.revision] ?? -Infinity) > ended)
      found.push(`revision ${did.revision} was read before it can have been there`);
    if (did.type === "read" && (latest[did.revision + 1] ?? Infinity) < began)
      found.push(`revision ${did.revision} was read when it was there no more`);
    // The refusal is correct if the stream can have been at another revision at some moment in between.
    if (did.type === "refused") {
      const wasElsewhere =
        began < (latest[did.expected] ?? (did.expected < 0 ? -Infinity : Infinity)) ||
        ended > (earliest[did.expected + 1] ?? Infinity);
      if (!wasElsewhere) found.push(`an append on ${did.expected} was refused although it fitted`);
    }
  }
  return found;
}
