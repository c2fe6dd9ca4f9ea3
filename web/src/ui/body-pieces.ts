import styles from "./body-view.module.css";

/** In UTF-16 code units. A text beyond the first is shown in pieces of about the second. */
const longest = 2000;
const piece = 1000;

const syllables = new Intl.Segmenter("ko");

/** Takes long texts apart for the browser's sake (`.piece`); they look, read and copy as before. Lines of code stay whole. */
export function showInPieces(body: DocumentFragment): void {
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const long: Text[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (text.length > longest && !text.parentElement?.closest("pre")) long.push(text);
  }
  for (const text of long) text.replaceWith(...piecesOf(text.data));
}

function piecesOf(text: string): HTMLElement[] {
  const pieces: HTMLElement[] = [];
  for (let rest = text; rest; ) {
    const shown = document.createElement("span");
    shown.className = styles.piece ?? "";
    shown.textContent = rest.length > longest ? pieceOf(rest.slice(0, longest)) : rest;
    rest = rest.slice(shown.textContent.length);
    pieces.push(shown);
  }
  return pieces;
}

/** Up to a space, where no two letters stand closer or further apart for the cut; without one up to a syllable's bound. */
function pieceOf(text: string): string {
  const space = text.slice(piece).search(/(?<=\s)\S/);
  const end = syllables.segment(text).containing(piece + Math.max(space, 0))?.index;
  return text.slice(0, end || longest);
}
