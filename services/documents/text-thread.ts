import { doJobs } from "../platform/threads/do-jobs.ts";
import { type TextCopy, textCopy } from "./text-copy.ts";
import { gather, merge } from "./updates.ts";

const copies = new Map<number, TextCopy>();

function copyOf(id: number): TextCopy {
  const copy = copies.get(id);
  if (!copy) throw new Error("no such text in this thread");
  return copy;
}

doJobs({
  open(id: number, updates: Uint8Array[]) {
    const copy = textCopy(updates);
    copies.set(id, copy);
    return copy.facts();
  },
  take(id: number, update: Uint8Array) {
    const copy = copyOf(id);
    return { isTaken: copy.take(update), facts: copy.facts() };
  },
  vector: (id: number) => copyOf(id).vector(),
  missing: (id: number, vector?: Uint8Array) => copyOf(id).missing(vector),
  end(id: number) {
    copies.get(id)?.end();
    copies.delete(id);
  },
  /** One update that stands for all of them, without what has been deleted. Unreadable ones are left out. */
  snapshot(updates: Uint8Array[]) {
    const copy = textCopy(updates);
    const whole = copy.missing();
    copy.end();
    // Sorted by client instead of by time it may cost many times as much as what it stands for.
    textCopy([whole]).end();
    return whole;
  },
  /** Ends within its time, or they are not to be taken. */
  try: (updates: Uint8Array[]) => textCopy(updates).end(),
  gather,
  merge,
});
