import { useEffect, useState } from "react";

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

/** What has been seen of one view, and what of it came in while the person was looking. */
interface Seen {
  /** Team, day or month: whatever makes it another view. */
  readonly scope: string;
  readonly known: ReadonlySet<string>;
  readonly arrived: ReadonlySet<string>;
}

/** Judges a key that has not been seen yet. Articles shift between pages: only a higher id than all known is new. */
type IsNew = (key: string, known: ReadonlySet<string>) => boolean;
export const unseen: IsNew = () => true;
export const newest: IsNew = (key, known) => [...known].every((other) => Number(other) < Number(key));

/** Folds an answer into what was seen. What is there at first, or after the scope changed, has not arrived. */
export function seenAfter(before: Seen | null, scope: string, keys: readonly string[], isNew: IsNew): Seen {
  if (before?.scope !== scope) return { scope, known: new Set(keys), arrived: new Set() };
  const unknown = keys.filter((key) => !before.known.has(key));
  if (unknown.length === 0) return before;
  const fresh = unknown.filter((key) => isNew(key, before.known));
  return {
    scope,
    known: new Set([...before.known, ...unknown]),
    arrived: fresh.length === 0 ? before.arrived : new Set([...before.arrived, ...fresh]),
  };
}
