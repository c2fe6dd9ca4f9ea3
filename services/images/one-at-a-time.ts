/** Runs jobs one after another in the order in which they came; a failing one does not stop the next. */
export function oneAtATime(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const mine = last.then(job);
    last = mine.catch(() => {});
    return mine;
  };
}
