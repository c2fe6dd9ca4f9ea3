/** The pause after a piece of work as a multiple of its duration, and the longest pause. */
const rest = { times: 2, longestMs: 300 };
/**
 * A piece of work that takes longer than this, because it waits for something, no longer blocks the next one
 * (milliseconds).
 */
const longestTaskMs = 1000;

/**
 * Runs long work piece by piece with a pause after each. Names take turns, however many pieces each of them has queued.
 */
export function createPace() {
  const waiting = new Map<string, (() => void)[]>();
  let isFree = true;

  function next(): void {
    const [first] = waiting;
    isFree = first === undefined;
    if (!first) return;
    const [name, [begin, ...others]] = first;
    waiting.delete(name);
    if (others.length > 0) waiting.set(name, others);
    begin?.();
  }

  return async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    await new Promise<void>((begin) => {
      waiting.set(name, [...(waiting.get(name) ?? []), begin]);
      if (isFree) next();
    });
    const began = performance.now();
    const goOn = oneCall(next);
    const tooLong = setTimeout(goOn, longestTaskMs);
    try {
      return await task();
    } finally {
      clearTimeout(tooLong);
      setTimeout(goOn, Math.min(rest.times * (performance.now() - began), rest.longestMs));
    }
  };
}

function oneCall(call: () => void): () => void {
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    call();
  };
}
