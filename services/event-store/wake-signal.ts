/** Wakes all waiters together. A notification between reading `generation` and waiting is not lost. */
export class WakeSignal {
  /** Number of notifications so far. */
  generation = 0;
  #waiting = new Set<() => void>();

  notify(): void {
    this.generation += 1;
    const woken = this.#waiting;
    this.#waiting = new Set();
    for (const wake of woken) wake();
  }

  /** Resolves at the next notification after the generation, after `ms` milliseconds, or when aborted. */
  async wait(generation: number, ms: number, signal: AbortSignal): Promise<void> {
    if (generation !== this.generation || signal.aborted) return;
    await new Promise<void>((settle) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        this.#waiting.delete(done);
        settle();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done);
      this.#waiting.add(done);
    });
  }
}
