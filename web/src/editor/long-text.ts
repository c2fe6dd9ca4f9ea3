import { $isCodeNode } from "@lexical/code";
import { $isTextNode, type EditorState, type LexicalEditor, TextNode } from "lexical";

/** In UTF-16 code units. A text that grows beyond the first is taken apart into pieces of about the second. */
const longest = 2000;
const piece = 1000;

export const isLong = (text: string): boolean => text.length > longest;

/** Characters round a place in which its syllable has its bounds. */
const around = 40;
const syllables = new Intl.Segmenter("ko", { granularity: "grapheme" });

/**
 * Keeps long lines quick to write in. A browser lays a text out again as a whole with every key, which took a quarter of a
 * second in a paragraph of 44,000 characters; in pieces, which look and read the same, only the one that is written in.
 * The piece under an input method is left alone meanwhile: no transform sees it. A body is stored without them
 * (`joinPieces`). Where several people write, only what no other writer has yet, a new text or the end just grown:
 * a cut takes the end of a text away and puts it in again, so that two cuts at once double it, and what another writes
 * there meanwhile goes astray.
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

/** A former state is not asked by the methods of its nodes: they answer for the present one. */
function textIn({ _nodeMap }: EditorState, { __key }: TextNode): string | undefined {
  const former = _nodeMap.get(__key);
  return $isTextNode(former) ? former.__text : undefined;
}

const endOf = (known: string, text: string): number[] =>
  text.startsWith(known) && text !== known ? [known.length] : [];

/** Lexical takes empty texts away by itself, but not those that it may not merge. */
export const registerEmptyPieces = (editor: LexicalEditor): (() => void) =>
  editor.registerNodeTransform(TextNode, (node) => {
    if (node.getTextContentSize() === 0 && node.isUnmergeable()) node.remove();
  });

/** Where a text is cut: after a space, else between two syllables. */
export function cutsOf(text: string): number[] {
  const cuts: number[] = [];
  for (let from = 0; text.length - from > longest; ) {
    const space = text.slice(from + piece, from + longest).search(/(?<=\s)\S/);
    from = space === -1 ? boundBefore(text, from + piece) : from + piece + space;
    cuts.push(from);
  }
  return cuts;
}

function boundBefore(text: string, place: number): number {
  const start = place - around;
  const window = syllables.segment(text.slice(start, place + around));
  // The first one may begin in the middle of a syllable; the one at the place is whole.
  return start + (window.containing(around)?.index ?? around);
}

/** What stands round a piece, and nothing else. */
const shells = "span, b, strong, i, em, s, sub, sup";

/** A tab stands for itself between the texts. */
const isTab = ({ data }: Text) => data === "\t";

/** Puts pieces of one text together in the markup of a body; other neighbours of one look are always such pieces. */
export function joinPieces(holder: Element): void {
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
