import { ContentString, type Doc, Item, iterateDeletedStructs, type Transaction, XmlText } from "yjs";

/**
 * A block that another member deletes, joins or converts is removed from the document together with text typed in it
 * meanwhile. `onLost` gets the own text that the server had not stored.
 * @param storedClock clock up to which the server has stored this client's changes
 */
export function watchLostBlocks(
  doc: Doc,
  storedClock: () => number,
  onLost: (text: string) => void,
): () => void {
  function collect(transaction: Transaction): void {
    if (transaction.local) return;
    const lost: { readonly clock: number; readonly text: string }[] = [];
    iterateDeletedStructs(transaction, transaction.deleteSet, (item) => {
      if (!(item instanceof Item && item.content instanceof ContentString)) return;
      const { id, content, parent } = item;
      const unknown = content.str.slice(Math.max(0, storedClock() - id.clock));
      if (id.client !== doc.clientID || unknown === "") return;
      // Only the item of a type tells whether it is deleted (https://github.com/yjs/yjs/blob/main/INTERNALS.md).
      if (parent instanceof XmlText && parent._item?.deleted) lost.push({ clock: id.clock, text: unknown });
    });
    const text = lost.toSorted((a, b) => a.clock - b.clock).map((run) => run.text);
    if (text.length > 0) onLost(text.join(""));
  }
  doc.on("afterTransaction", collect);
  return () => doc.off("afterTransaction", collect);
}
