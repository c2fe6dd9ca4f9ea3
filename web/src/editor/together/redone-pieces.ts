import { getItemCleanStart, Item, type Transaction, UndoManager } from "yjs";

/**
 * What undo brings back it notes as a piece of its own; side by side, Yjs puts such pieces together. When all of it is deleted
 * and undone again it falls apart where each begins, and Yjs brings back the first alone. So they are taken apart before.
 */
export function partRedone(transaction: Transaction): void {
  if (!(transaction.origin instanceof UndoManager)) return;
  for (const structs of transaction.doc.store.clients.values())
    for (const one of structs.filter((struct): struct is Item => struct instanceof Item))
      for (let id = one.redone; id; id = getItemCleanStart(transaction, id).redone);
}
