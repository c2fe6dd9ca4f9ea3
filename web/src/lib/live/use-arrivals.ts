import { useEffect, useState } from "react";
import { type IsNew, type Seen, seenAfter, unseen } from "./arrivals.ts";

/** How long something counts as having just arrived. */
const freshMs = 60_000;
const none: ReadonlySet<string> = new Set();

/**
 * Keys that came in while the person was looking at the same scope; they keep their mark for a minute.
 * `keys` is undefined while the answer of this scope is not there.
 */
export function useArrivals(scope: string, keys: readonly string[] | undefined, isNew: IsNew = unseen) {
  const [seen, setSeen] = useState<Seen | null>(null);
  if (keys) {
    const next = seenAfter(seen, scope, keys, isNew);
    if (next !== seen) setSeen(next);
  }
  const arrived = seen?.scope === scope ? seen.arrived : none;

  useEffect(() => {
    if (arrived.size === 0) return;
    const timer = setTimeout(() => setSeen((now) => now && { ...now, arrived: none }), freshMs);
    return () => clearTimeout(timer);
  }, [arrived]);

  return arrived;
}
