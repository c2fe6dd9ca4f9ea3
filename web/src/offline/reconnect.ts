interface Reconnect {
  /** Whether the server answers; a rejection is a no. */
  readonly isThere: () => Promise<boolean>;
  /** Called once; nothing is tried after it. */
  readonly onThere: () => void;
}

const longestPause = 30;
/** Seconds until the next try: 1, 2, 4, … */
const pauseAfter = (failures: number) => Math.min(2 ** failures, longestPause);

/**
 * Tries to reach the server again and again, more and more seldom. A network or a person that comes back means a try at
 * once and quick ones after it.
 */
export function reconnect({ isThere, onThere }: Reconnect): void {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTrying = false;
  let isOver = false;

  async function attempt(): Promise<void> {
    if (isTrying || isOver) return;
    isTrying = true;
    clearTimeout(timer);
    isOver = await isThere().catch(() => false);
    isTrying = false;
    if (isOver) return onThere();
    timer = setTimeout(attempt, pauseAfter(failures) * 1000);
    failures += 1;
  }

  function beginAnew(): void {
    failures = 0;
    void attempt();
  }
  window.addEventListener("online", beginAnew);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") beginAnew();
  });
  timer = setTimeout(attempt, pauseAfter(failures) * 1000);
}
