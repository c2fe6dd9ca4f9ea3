import { $isCodeNode } from "@lexical/code";
import { $isTextNode, type EditorState, type LexicalEditor, TextNode } from "lexical";

/** In UTF-16 code units. A text that grows beyond the first is split into chunks of about the second. */
const longest = 2000;
const chunk = 1000;

export const isLong = (text: string): boolean => text.length > longest;

/** Characters on both sides of an index that hold its syllable. */
const around = 40;
const syllables = new Intl.Segmenter("ko", { granularity: "grapheme" });

/**
 * Keeps typing in long lines fast. A browser lays out the whole text node again with every key, which took a quarter of a
 * second in a paragraph of 44,000 characters; in chunks, which look and read the same, only the chunk that is edited. The
 * chunk under an input method is not split meanwhile: no transform sees it. A body is stored without chunks (`joinChunks`).
 * In a shared document only what no other writer has yet is split, a new text or the end just grown: a split deletes the end
 * of a text and inserts it again, so two splits at once would double it and lose what another member writes there.
 */
export const registerLongText = (editor: LexicalEditor, isShared = false): (() => void) =>
  editor.registerNodeTransform(TextNode, (node) => {
    const text = node.getTextContent();
    if (!isLong(text) || $isCodeNode(node.getParent())) return;
    const known = isShared && textIn(editor.getEditorState(), node);
    const cuts = known ? endOf(known, text) : cutsOf(text);
    if (cuts.length === 0) return;
    for (const part of node.splitText(...cuts)) if (!part.isUnmergeable()) part.toggleUnmergeable();
  });

/** Read from the map: methods of nodes answer for the present state. */
function textIn({ _nodeMap }: EditorState, { __key }: TextNode): string | undefined {
  const former = _nodeMap.get(__key);
  return $isTextNode(former) ? former.__text : undefined;
}

const endOf = (known: string, text: string): number[] =>
  text.startsWith(known) && text !== known ? [known.length] : [];

/** Lexical removes empty texts by itself, but not unmergeable ones. */
export const registerEmptyChunks = (editor: LexicalEditor): (() => void) =>
  editor.registerNodeTransform(TextNode, (node) => {
    if (node.getTextContentSize() === 0 && node.isUnmergeable()) node.remove();
  });

/** Where a text is cut: after a space, else between two syllables. */
export function cutsOf(text: string): number[] {
  const cuts: number[] = [];
  for (let from = 0; text.length - from > longest; ) {
    const space = text.slice(from + chunk, from + longest).search(/(?<=\s)\S/);
    from = space === -1 ? graphemeBoundBefore(text, from + chunk) : from + chunk + space;
    cuts.push(from);
  }
  return cuts;
}

function graphemeBoundBefore(text: string, index: number): number {
  const start = index - around;
  const window = syllables.segment(text.slice(start, index + around));
  // The first one may begin in the middle of a syllable; the one at the index is whole.
  return start + (window.containing(around)?.index ?? around);
}

/** Elements that may wrap a chunk. */
const shells = "span, b, strong, i, em, s, sub, sup";

/** A tab stands for itself between the texts. */
const isTab = ({ data }: Text) => data === "\t";

/** Joins chunks of one text in the markup of a body; neighbours of one format are always such chunks. */
export function joinChunks(holder: Element): void {
  for (const element of holder.querySelectorAll(shells)) {
    // In code each token stands for itself.
    if (element.closest("pre")) continue;
    let next = element.nextSibling;
    while (next instanceof Element && next.matches(shells)) {
      const after = next.nextSibling;
      const [text, more] = [loneText(element), loneText(next)];
      if (!text || !more || isTab(text) || isTab(more) || shellOf(element, text) !== shellOf(next, more))
        break;
      text.appendData(more.data);
      next.remove();
      next = after;
    }
  }
}

/** The text that is all an element holds, however deep. */
function loneText(element: Element): Text | null {
  let node: Node | null = element;
  while (node instanceof Element) node = node.childNodes.length === 1 ? node.firstChild : null;
  return node instanceof Text ? node : null;
}

function shellOf(element: Element, text: Text): string {
  const names: string[] = [];
  for (let one = text.parentElement; one; one = one === element ? null : one.parentElement)
    names.push((one.cloneNode() as Element).outerHTML);
  return names.join();
}
