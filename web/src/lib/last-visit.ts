import { useEffect } from "react";
import { isRecord } from "./navigation-state.ts";
import { serverTime } from "./server-clock.ts";
import { isGone } from "./session.ts";
import { deviceEntries } from "./storage/entries.ts";

/** A visit ends after this time without use. */
const idleMs = 30 * 60_000;
const noteEveryMs = 60_000;

/** Times of the server in milliseconds: the last use of the product, and the end of the previous visit. */
interface Visit {
  readonly used: number;
  readonly since?: number | undefined;
}

const entryOf = (uuid: string) => `last-visit:${uuid}`;

function read(uuid: string): Visit | undefined {
  try {
    const entry: unknown = JSON.parse(deviceEntries.get(entryOf(uuid)) ?? "");
    const { used, since }: Record<string, unknown> = isRecord(entry) ? entry : {};
    if (typeof used !== "number") return undefined;
    return { used, since: typeof since === "number" ? since : undefined };
  } catch {
    return undefined;
  }
}

/** Records a use of the product on this device. Returns the end of the previous visit; undefined for the first. */
export function recordVisit(uuid: string, now: number = serverTime()): number | undefined {
  const before = read(uuid);
  const since = before && now - before.used > idleMs ? before.used : before?.since;
  if (!isGone(uuid)) deviceEntries.set(entryOf(uuid), JSON.stringify({ used: now, since } satisfies Visit));
  return since;
}

/** Records the use of the product by a member while its tab is visible. */
export function useVisits(uuid: string | null): void {
  useEffect(() => {
    if (uuid === null) return;
    const note = () => document.visibilityState === "visible" && recordVisit(uuid);
    note();
    const timer = setInterval(note, noteEveryMs);
    document.addEventListener("visibilitychange", note);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", note);
    };
  }, [uuid]);
}
