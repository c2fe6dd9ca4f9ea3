import type { Thread } from "#contracts/discussion/api";
import { locator, type Place, quoteAt } from "#contracts/discussion/locate";

/** A thread with the lines at which it stands now; null for the whole article, undefined if they are outdated. */
export interface PlacedThread {
  readonly thread: Thread;
  readonly place: Place | null | undefined;
}

/** The threads of an article in the order of the panel: by their lines, then whole-article ones, then outdated ones. */
export function placedThreads(
  threads: readonly Thread[],
  codeBlocks: readonly (readonly string[])[],
): readonly PlacedThread[] {
  const locate = locator(codeBlocks);
  const placed = threads.map((thread): PlacedThread => {
    const { anchor, quote } = thread;
    return { thread, place: anchor === null ? null : quote ? locate(quote, anchor) : undefined };
  });
  const rankOf = ({ place }: PlacedThread) => (place ? 0 : place === null ? 1 : 2);
  return placed.toSorted((a, b) => {
    if (!a.place || !b.place) return rankOf(a) - rankOf(b);
    return (
      a.place.codeBlock - b.place.codeBlock ||
      a.place.fromLine - b.place.fromLine ||
      a.place.toLine - b.place.toLine
    );
  });
}

/** Lines of code that a comment is being written about. */
export interface ChosenLines {
  readonly place: Place;
  readonly quote: readonly string[];
}

/** The lines at a place; null if they cannot be commented. */
export function linesAt(place: Place, codeBlocks: readonly (readonly string[])[]): ChosenLines | null {
  const quote = quoteAt(place, codeBlocks);
  return quote ? { place, quote } : null;
}

/** `18~20번째 줄`, `글 전체` */
export function placeText(place: Pick<Place, "fromLine" | "toLine"> | null): string {
  if (place === null) return "글 전체";
  const { fromLine, toLine } = place;
  return fromLine === toLine ? `${fromLine}번째 줄` : `${fromLine}~${toLine}번째 줄`;
}
