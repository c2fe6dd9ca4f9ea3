interface Reconnect {
  /** Whether the server answers; a rejection is a no. The signal ends a try that another one replaces. */
  readonly isThere: (signal: AbortSignal) => Promise<boolean>;
  /** Called once; nothing is tried after it. */
  readonly onThere: () => void;
}

const longestPause = 30;
const longestTryMs = 10_000;

/** Milliseconds until the next try: 1, 2, 4, … s, less up to a half, lest all browsers come at once to a server that is back. */
const pauseAfter = (failures: number) =>
  Math.min(2 ** failures, longestPause) * 1000 * (1 - Math.random() / 2);

/**
 * Tries to reach the server again and again, more and more seldom. A network or a person that comes back means a try at
 * once, whatever becomes of the one before it, and quick ones after it.
 */
export function reconnect({ isThere, onThere }: Reconnect): void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  let isOver = false;

  function attempt(): void {
    if (isOver) return;
    giveUp();
    const mine = new AbortController();
    running = mine;
    timer = setTimeout(fail, longestTryMs);
    void isThere(mine.signal)
      .catch(() => false)
      .then((is) => {
        if (running !== mine) return;
        if (!is) return fail();
        isOver = true;
        giveUp();
        onThere();
      });
  }

  function giveUp(): void {
    clearTimeout(timer);
    running?.abort();
    running = undefined;
  }

  function fail(): void {
    giveUp();
    waitAndTry();
    failures += 1;
  }

  function waitAndTry(): void {
    timer = setTimeout(attempt, pauseAfter(failures));
  }

  function restart(): void {
    failures = 0;
    attempt();
  }
  window.addEventListener("online", restart);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") restart();
  });
  waitAndTry();
}
