/**
 * Combines calls of one turn of the event loop, and calls that arrive while the maximum of batches is in flight. A lone
 * call runs immediately; under load one round trip and one commit serve many calls.
 */
interface BatchingOptions<Item, Result> {
  /** Returns one result per item, in order. A rejection fails every item. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly maxItems: number;
  readonly maxInFlight: number;
  /**
   * Smallest batch that is worth a round trip. Above it, items are divided among the batches that may be in flight, so
   * that they alternate.
   */
  readonly worthwhile: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly settle: (result: Result) => void;
  readonly fail: (error: unknown) => void;
}

export function batching<Item, Result>({
  run,
  maxItems,
  maxInFlight,
  worthwhile,
}: BatchingOptions<Item, Result>) {
  const waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let isScheduled = false;

  /**
   * Runs after everything that is ready in this turn, so that the callers of a finished batch form the next one
   * together.
   */
  function schedule(): void {
    if (isScheduled || inFlight === maxInFlight) return;
    isScheduled = true;
    process.nextTick(() => {
      isScheduled = false;
      while (waiting.length > 0 && inFlight < maxInFlight) void flush();
    });
  }

  async function flush(): Promise<void> {
    const part = Math.ceil(waiting.length / (maxInFlight - inFlight));
    const batch = waiting.splice(0, Math.min(maxItems, Math.max(worthwhile, part)));
    inFlight += 1;
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ settle }, index) => {
        settle(results[index] as Result);
      });
    } catch (error) {
      for (const { fail } of batch) fail(error);
    } finally {
      inFlight -= 1;
      if (waiting.length > 0) schedule();
    }
  }

  return (item: Item): Promise<Result> =>
    new Promise((settle, fail) => {
      waiting.push({ item, settle, fail });
      schedule();
    });
}
