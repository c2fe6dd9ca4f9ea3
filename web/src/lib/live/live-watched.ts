import type { View } from "#contracts/live";

export interface Watched {
  readonly view: View;
  readonly key: string;
  /** Number of subscribers in the page. */
  count: number;
  /**
   * Set until the server has confirmed: the checkpoint after which changes are still to come; null if none was known.
   */
  catchUp: { readonly from: string | null } | undefined;
  /** The server has sent `gone`: requested again only by a new subscriber. */
  isGone: boolean;
}

/** The channels that a page watches, each once, and the checkpoints at which former ones were left. */
export function createWatched() {
  const all = new Map<string, Watched>();
  const left = new Map<string, string | null>();
  const idOf = (view: View, key: string) => `${view}/${key}`;

  return {
    all: (): Iterable<Watched> => all.values(),
    get: (view: View, key: string): Watched | undefined => all.get(idOf(view, key)),
    size: (): number => all.size,
    /** `last` is the latest known checkpoint. A channel left earlier continues where it was left. */
    add(view: View, key: string, last: string | null): { watched: Watched; isNew: boolean } {
      const id = idOf(view, key);
      const known = all.get(id);
      if (known) {
        const isNew = known.isGone;
        known.count += 1;
        known.isGone = false;
        return { watched: known, isNew };
      }
      const former = left.get(id);
      const catchUp = { from: former === undefined ? last : former };
      const watched: Watched = { view, key, count: 1, catchUp, isGone: false };
      all.set(id, watched);
      return { watched, isNew: true };
    },
    /** Data of a channel is read that may not be watched: a later subscription must know its checkpoint. */
    read(view: View, key: string, last: string | null): void {
      const id = idOf(view, key);
      if (!all.has(id) && !left.has(id)) left.set(id, last);
    },
    /** Returns true if it is not watched any more. */
    drop(watched: Watched, last: string | null): boolean {
      watched.count -= 1;
      if (watched.count > 0) return false;
      const id = idOf(watched.view, watched.key);
      all.delete(id);
      left.set(id, watched.catchUp ? watched.catchUp.from : last);
      return true;
    },
  };
}
