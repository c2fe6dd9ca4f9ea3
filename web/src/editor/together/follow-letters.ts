import {
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  COLLABORATION_TAG,
  type LexicalEditor,
  SKIP_DOM_SELECTION_TAG,
  SKIP_SCROLL_INTO_VIEW_TAG,
  type TextNode,
  type UpdateListenerPayload,
} from "lexical";

interface Place {
  readonly node: TextNode;
  readonly at: number;
}

/** So many letters on each side of a caret tell it from other places. */
const letters = 40;

/**
 * Whoever splits a line, makes a list of it or formats a part has its letters put up anew elsewhere: the caret of another
 * who writes there goes along with the letters at which it stood.
 */
export function followLetters(editor: LexicalEditor): () => void {
  return editor.registerUpdateListener((update) => {
    if (!update.tags.has(COLLABORATION_TAG)) return;
    const place = newPlace(update);
    if (!place) return;
    const { node, at } = place;
    const isElsewhere = !editor.getRootElement()?.contains(document.activeElement);
    const tag = [SKIP_SCROLL_INTO_VIEW_TAG, ...(isElsewhere ? [SKIP_DOM_SELECTION_TAG] : [])];
    // Not from within the listener: the shared document is still being written.
    queueMicrotask(() =>
      editor.update(() => void (node.isAttached() && node.select(at, at)), { discrete: true, tag }),
    );
  });
}

function newPlace({ dirtyLeaves, editorState, prevEditorState }: UpdateListenerPayload): Place | null {
  const before = prevEditorState.read($caret);
  if (!before) return null;
  const here = editorState.read($caret);
  if (here && isBeside(here, before)) return null;
  let best: Place | null = null;
  // A single letter stands in many places.
  let most = Math.min(before.node.__text.length - 1, 1);
  for (const key of dirtyLeaves) {
    const node = editorState._nodeMap.get(key);
    if (!$isTextNode(node)) continue;
    for (let at = 0; at <= node.__text.length; at += 1) {
      const { left, right } = alike({ node, at }, before);
      if (left + right <= most) continue;
      most = left + right;
      best = { node, at };
    }
  }
  return best;
}

function $caret(): Place | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null;
  const node = selection.anchor.getNode();
  return $isTextNode(node) ? { node, at: selection.anchor.offset } : null;
}

/** All that stood on one side of the caret stands there now: at most somebody has written on the other. */
function isBeside(here: Place, before: Place): boolean {
  const { left, right } = alike(here, before);
  const isAll = (count: number, all: number) => count > 0 && count === Math.min(letters, all);
  return isAll(left, before.at) || isAll(right, before.node.__text.length - before.at);
}

/** How many letters are the same on each side of two places. */
function alike(one: Place, other: Place): { left: number; right: number } {
  const same = (step: number, from: number) => {
    let count = 0;
    while (count < letters) {
      const letter = one.node.__text[one.at + from + step * count];
      if (letter === undefined || letter !== other.node.__text[other.at + from + step * count]) break;
      count += 1;
    }
    return count;
  };
  return { left: same(-1, -1), right: same(1, 0) };
}
