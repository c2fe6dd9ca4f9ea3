import * as Y from "yjs";
import type { SaidDeletions } from "./said-deletions.ts";

/** Applies an update; false when it cannot be read. */
export function take(doc: Y.Doc, update: Uint8Array, said: SaidDeletions): boolean {
  try {
    said.note(update);
    Y.applyUpdate(doc, update);
    return true;
  } catch {
    return false;
  }
}

export type Judged = "fine" | "empty" | "unreadable";

/** Whether an update can be read from its first to its last byte. */
export function judge(update: Uint8Array): Judged {
  try {
    const { structs, ds } = Y.decodeUpdate(update);
    return structs.length === 0 && ds.clients.size === 0 ? "empty" : "fine";
  } catch {
    return "unreadable";
  }
}

/** Several updates that came one after the other, as one. */
export interface Gathered {
  /** Undefined when nothing is in them. */
  readonly update: Uint8Array | undefined;
  /** False when one cannot be read; then it holds what came before that one. */
  readonly isReadable: boolean;
}

export function gather(updates: readonly Uint8Array[]): Gathered {
  const fine: Uint8Array[] = [];
  let isReadable = true;
  for (const update of updates) {
    const judged = judge(update);
    if (judged === "fine") fine.push(update);
    isReadable = judged !== "unreadable";
    if (!isReadable) break;
  }
  return { update: fine.length > 1 ? Y.mergeUpdates(fine) : fine[0], isReadable };
}

/** One update sorted by client, made without opening them. Unreadable ones are left out. */
export const merge = (updates: readonly Uint8Array[]): Uint8Array =>
  Y.mergeUpdates(updates.filter((update) => judge(update) !== "unreadable"));
