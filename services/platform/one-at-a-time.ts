/** Runs jobs of one name one after another in the order of their calls; a failing job does not stop the next. */
export function oneAtATime(): <T>(name: string, job: () => Promise<T>) => Promise<T> {
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
