/** One job of each name at a time, in the order of the calls; a failing job does not stop the next. */
export function oneJobPerName(): <T>(name: string, job: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<void>>();
  return (name, job) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(job);
    const over = mine.then(
      () => {},
      () => {},
    );
    last.set(name, over);
    void over.then(() => {
      if (last.get(name) === over) last.delete(name);
    });
    return mine;
  };
}

/** One job at a time, in the order of the calls; a failing job does not stop the next. */
export function oneJobAtATime(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const mine = last.then(job);
    last = mine.catch(() => {});
    return mine;
  };
}
