interface Debounced<T> {
  (value: T): void;
  cancel(): void;
}

/** Calls with the last value after `waitMs` without changes, and at most `maxMs` after the first pending change. */
export function debounced<T>(call: (value: T) => void, waitMs: number, maxMs: number): Debounced<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let deadline = 0;
  const later = (value: T) => {
    const now = Date.now();
    if (timer === undefined) deadline = now + maxMs;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        timer = undefined;
        call(value);
      },
      Math.max(0, Math.min(waitMs, deadline - now)),
    );
  };
  return Object.assign(later, {
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  });
}
