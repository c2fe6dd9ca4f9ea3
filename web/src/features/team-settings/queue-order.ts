import type { ProblemEntry } from "#contracts/problem-queue/api";

type Entries = readonly ProblemEntry[];

export const acceptedOf = (entries: Entries): Entries => entries.filter(({ accepted }) => accepted);

/** The accepted entry before which another one is placed to become the n-th of them, from 0; null for the end. */
export const beforeOf = (entries: Entries, entryId: number, place: number): number | null =>
  acceptedOf(entries).filter((entry) => entry.entryId !== entryId)[place]?.entryId ?? null;

/** Gives the days of the queue to its accepted entries in their new order, until the server's answer. */
function inOrder(before: Entries, after: Entries): ProblemEntry[] {
  const days = acceptedOf(before).map(({ date }) => date);
  return after.map((entry) => (entry.accepted ? { ...entry, date: days.shift() ?? null } : entry));
}

export function moved(entries: Entries, entryId: number, before: number | null): ProblemEntry[] {
  const others = entries.filter((entry) => entry.entryId !== entryId);
  const own = entries.filter((entry) => entry.entryId === entryId);
  const place = others.findIndex((entry) => entry.entryId === before);
  return inOrder(entries, others.toSpliced(place === -1 ? others.length : place, 0, ...own));
}

export const removed = (entries: Entries, entryId: number): ProblemEntry[] =>
  inOrder(
    entries,
    entries.filter((entry) => entry.entryId !== entryId),
  );

/** The entry is placed at the end, and its day is unknown until the server's answer. */
export const accepted = (entries: Entries, entryId: number): ProblemEntry[] => [
  ...entries.filter((entry) => entry.entryId !== entryId),
  ...entries.filter((entry) => entry.entryId === entryId).map((entry) => ({ ...entry, accepted: true })),
];

/** A row of the list, in pixels of the page. */
export interface Row {
  readonly top: number;
  readonly height: number;
}

/** The place that a row has taken which is dragged by so many pixels, counted from 0. */
export function dragPlace(rows: readonly Row[], from: number, by: number): number {
  const middle = ({ top, height }: Row) => top + height / 2;
  const dragged = rows[from];
  if (!dragged) return from;
  const at = middle(dragged) + by;
  return rows.filter((row, index) => index !== from && middle(row) < at).length;
}
