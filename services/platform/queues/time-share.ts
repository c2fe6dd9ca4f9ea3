import { oneJobAtATime, oneJobPerName } from "#contracts/jobs";

/** The pause after a piece of work as a multiple of its duration, and the longest pause. */
const rest = { times: 2, longestMs: 300 };
/**
 * A piece of work that takes longer than this, because it waits for something, no longer blocks the next one
 * (milliseconds).
 */
const longestTaskMs = 1000;

/**
 * A third of the time for long work: pieces run one at a time with a pause after each. Names take turns, however many
 * pieces each of them has queued.
 */
export function limitTimeShare() {
  const oneOfName = oneJobPerName();
  const oneOfAll = oneJobAtATime();
  return <T>(name: string, task: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      void oneOfName(name, () =>
        oneOfAll(() => {
          const began = performance.now();
          const result = task();
          result.then(resolve, reject);
          return untilNext(result, began);
        }),
      );
    });
}

const untilNext = (result: Promise<unknown>, began: number): Promise<void> =>
  new Promise((goOn) => {
    const tooLong = setTimeout(goOn, longestTaskMs);
    const pause = () => {
      clearTimeout(tooLong);
      setTimeout(goOn, Math.min(rest.times * (performance.now() - began), rest.longestMs));
    };
    result.then(pause, pause);
  });
