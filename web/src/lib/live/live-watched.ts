import type { View } from "#contracts/live";

export interface Watched {
  readonly view: View;
  readonly key: string;
  /** How many parts of the page watch it. */
  count: number;
  /** Until the server has confirmed: from where in the log changes are still to come; null when no position was known. */
  catchUp: { readonly from: string | null } | undefined;
  /** The server has said `gone`: asked again only on a new wish. */
  isGone: boolean;
}

/** The channels that a page watches, each once, and at which position of the log those were left that it watched before. */
export function createWatched() {
  const all = new Map<string, Watched>();
  const left = new Map<string, string | null>();
  const idOf = (view: View, key: string) => `${view}/${key}`;

  return {
    all: (): Iterable<Watched> => all.values(),
    get: (view: View, key: string): Watched | undefined => all.get(idOf(view, key)),
    size: (): number => all.size,
    /** `last` is the latest checkpoint known. A channel left earlier goes on from where it was left. */
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
    /** Something of a channel is read that may not be watched: a later subscription has to know from when it is. */
    read(view: View, key: string, last: string | null): void {
      const id = idOf(view, key);
      if (!all.has(id) && !left.has(id)) left.set(id, last);
    },
    /** True when it is not watched any more. */
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
