interface Reconnect {
  /** Whether the server answers; a rejection is a no. The signal ends a try that another one replaces. */
  readonly isThere: (signal: AbortSignal) => Promise<boolean>;
  /** Called once; nothing is tried after it. */
  readonly onThere: () => void;
  /** Tries in vain that went before; they make the first pauses longer. */
  readonly failures?: number;
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
export function reconnect({ isThere, onThere, failures = 0 }: Reconnect): void {
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

  function beginAnew(): void {
    failures = 0;
    attempt();
  }
  window.addEventListener("online", beginAnew);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") beginAnew();
  });
  waitAndTry();
}

const entry = "offline-reloads";
/** Longer than any pause and try of reconnect.ts: a reload before that has led to the site. */
const freshMs = 60_000;

interface Reloads {
  readonly count: number;
  /** Epoch milliseconds of the last one. */
  readonly at: number;
}

/** Reloads in a row that have led back to the offline page, where the server answers but not for the page wanted. */
export function reloadsInVain(): number {
  try {
    const { count, at }: Reloads = JSON.parse(sessionStorage.getItem(entry) ?? '{"count":0,"at":0}');
    return Date.now() - at < freshMs ? count : 0;
  } catch {
    return 0;
  }
}

/** Reloads, and remembers it for the page that comes, where the browser lets it. */
export function reload(): void {
  try {
    const reloads: Reloads = { count: reloadsInVain() + 1, at: Date.now() };
    sessionStorage.setItem(entry, JSON.stringify(reloads));
  } catch {
    // Without it the next tries come sooner; the page wanted matters more.
  }
  window.location.reload();
}
