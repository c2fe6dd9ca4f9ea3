import {
  ContentString,
  ContentType,
  Item,
  iterateDeletedStructs,
  type Transaction,
  type UndoManager,
} from "yjs";

type Step = UndoManager["undoStack"][number];

/**
 * A change of looks moves letters from one node to another, which in @lexical/yjs is to delete them here and to insert
 * them there. Once somebody else has written, such a step is not taken back: what it put there would go with what they
 * wrote in it, and what it deleted would come a second time. Nor are those before it, whose letters it has moved.
 */
export function forgetMovedSteps(manager: UndoManager, transaction: Transaction): void {
  if (transaction.local || transaction.changed.size === 0) return;
  const { undoStack, redoStack } = manager;
  const isMove = (step: Step) => movesLetters(step, transaction);
  const last = undoStack.findLastIndex(isMove);
  const isRedoOver = redoStack.some(isMove);
  if (last < 0 && !isRedoOver) return;
  manager.undoStack = undoStack.slice(last + 1);
  if (isRedoOver) manager.redoStack = [];
  manager.emit("stack-cleared", [{ undoStackCleared: last >= 0, redoStackCleared: isRedoOver }]);
}

/** It puts something there, and deletes letters that it has not put there itself. */
function movesLetters({ insertions, deletions }: Step, transaction: Transaction): boolean {
  if (insertions.clients.size === 0) return false;
  let moves = false;
  iterateDeletedStructs(transaction, deletions, (gone) => {
    const { client, clock } = gone.id;
    const isOwn = insertions.clients
      .get(client)
      ?.some((range) => range.clock <= clock && clock < range.clock + range.len);
    moves ||= !isOwn && gone instanceof Item && gone.content instanceof ContentString;
  });
  return moves;
}

/** The editor puts two texts together, which look alike since another has changed them: no step of the person's own. */
export function isOnlyMerge(transaction: Transaction): boolean {
  let isMerge = false;
  iterateDeletedStructs(transaction, transaction.deleteSet, (gone) => {
    if (!(gone instanceof Item && gone.content instanceof ContentType)) return;
    const { _collabNode } = gone.content.type as { _collabNode?: { _normalized?: boolean } };
    isMerge ||= _collabNode?._normalized === true;
  });
  return isMerge;
}
