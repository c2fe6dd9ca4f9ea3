/** A bell that any number can wait for: rings wake everybody who took a ticket before them. */
export class Bell {
  private rings = 0;
  private waiting = new Set<() => void>();

  /** Take it before looking, so that a ring between looking and waiting is not lost. */
  ticket(): number {
    return this.rings;
  }

  ring(): void {
    this.rings += 1;
    const woken = this.waiting;
    this.waiting = new Set();
    for (const wake of woken) wake();
  }

  /** Returns at the next ring after the ticket, after `ms` milliseconds, or when aborted. */
  async wait(ticket: number, ms: number, signal: AbortSignal): Promise<void> {
    if (ticket !== this.rings || signal.aborted) return;
    await new Promise<void>((settle) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        this.waiting.delete(done);
        settle();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done);
      this.waiting.add(done);
    });
  }
}
