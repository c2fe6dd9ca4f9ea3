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
