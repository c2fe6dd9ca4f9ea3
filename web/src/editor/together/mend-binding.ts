import type { Binding } from "@lexical/yjs";
import type { UndoManager } from "yjs";
import { isFreeOfOthers } from "./keep-written.ts";
import { isOnlyMerge } from "./moved-steps.ts";
import { readChildrenAnew } from "./read-anew.ts";

/** The binding of an editor to a document, as the plugin makes it, shows what the document says and undoes what its person did. */
export function mendBinding(manager: UndoManager): void {
  manager.captureTransaction = (transaction) => !isOnlyMerge(transaction);
  manager.deleteFilter = isFreeOfOthers;
  for (const origin of manager.trackedOrigins) if (isBinding(origin)) readChildrenAnew(origin);
}

export const isBinding = (origin: unknown): origin is Binding =>
  typeof origin === "object" && origin !== null && "root" in origin;
