import {
  ContentString,
  ContentType,
  Item,
  isDeleted,
  iterateDeletedStructs,
  type Transaction,
  type UndoManager,
  XmlElement,
  XmlText,
} from "yjs";

type Step = UndoManager["undoStack"][number];

/**
 * Undo steps as long as in an editor without co-editing (spec/ui.md §21), which delete no block that others have edited
 * since.
 */
export function prepareUndo(manager: UndoManager, delayMs: number): void {
  manager.captureTimeout = delayMs;
  manager.deleteFilter = isFreeOfOthers;
  manager.doc.on("afterTransaction", (transaction) => forgetMoves(manager, transaction));
}

/**
 * @lexical/yjs formats characters by deleting them in one node and inserting them in another. Undoing such a step after
 * others have written there would duplicate characters or remove theirs, so it is dropped with the steps before it.
 */
function forgetMoves(manager: UndoManager, transaction: Transaction): void {
  if (transaction.local || transaction.changed.size === 0) return;
  const isMove = (step: Step) => movesCharacters(step, transaction);
  manager.undoStack = manager.undoStack.slice(manager.undoStack.findLastIndex(isMove) + 1);
  if (manager.redoStack.some(isMove)) manager.redoStack = [];
  manager.emit("stack-cleared", [{ undoStackCleared: true, redoStackCleared: true }]);
}

/** The step inserts something and deletes characters that it has not inserted itself. */
function movesCharacters({ insertions, deletions }: Step, transaction: Transaction): boolean {
  if (insertions.clients.size === 0) return false;
  let moves = false;
  iterateDeletedStructs(transaction, deletions, (gone) => {
    if (!(gone instanceof Item && gone.content instanceof ContentString)) return;
    moves ||= !isDeleted(insertions, gone.id);
  });
  return moves;
}

function isFreeOfOthers(item: Item): boolean {
  const of = item.parentSub === null ? typeOf(item) : item.parent;
  return !(of instanceof XmlText) || !holdsOthers(of, item.id.client);
}

const typeOf = ({ content }: Item) => (content instanceof ContentType ? content.type : null);

/** Only the items of a type tell who inserted them (https://github.com/yjs/yjs/blob/main/INTERNALS.md). */
function holdsOthers(type: XmlText, self: number): boolean {
  for (let item = type._start; item; item = item.right) {
    if (item.deleted) continue;
    const inner = typeOf(item);
    const isWritten = item.content instanceof ContentString || inner instanceof XmlElement;
    if (isWritten && item.id.client !== self) return true;
    if (inner instanceof XmlText && holdsOthers(inner, self)) return true;
  }
  return false;
}
