/** How many times as long as a piece took this thread is left to others, and for how long at most. */
const rest = { times: 2, longestMs: 300 };
/** A piece that waits so long for something else does not keep the next one waiting (milliseconds). */
const longestPieceMs = 1000;

/**
 * Does long work in pieces, one after the other, with a rest after each. Names get their turn one after the other, however
 * much each of them has waiting.
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

  return async <T>(name: string, piece: () => Promise<T>): Promise<T> => {
    await new Promise<void>((begin) => {
      waiting.set(name, [...(waiting.get(name) ?? []), begin]);
      if (isFree) next();
    });
    const began = performance.now();
    const goOn = oneCall(next);
    const tooLong = setTimeout(goOn, longestPieceMs);
    try {
      return await piece();
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
