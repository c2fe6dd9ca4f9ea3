import { useEffect, useState } from "react";

/** How long an item counts as having just arrived. */
const freshMs = 60_000;
const none: ReadonlySet<string> = new Set();

/**
 * Keys that arrived while the member was viewing the same scope; they stay marked for a minute. `keys` is undefined
 * until the response of this scope is loaded.
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

/** The items seen in one view, and those that arrived meanwhile. */
interface Seen {
  /** Identifies the view: team, day or month. */
  readonly scope: string;
  readonly known: ReadonlySet<string>;
  readonly arrived: ReadonlySet<string>;
}

/**
 * Decides about a key that has not been seen yet. Articles shift between pages: only an id above all known ones is new.
 */
type IsNew = (key: string, known: ReadonlySet<string>) => boolean;
export const unseen: IsNew = () => true;
export const newest: IsNew = (key, known) => [...known].every((other) => Number(other) < Number(key));

/**
 * Updates the seen items with a response. Items of the first response, or after a change of the scope, have not
 * arrived.
 */
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
