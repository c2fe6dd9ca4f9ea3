import styles from "./body-view.module.css";
import { languageLabel } from "./code-language.ts";
import hidden from "./hidden-text.module.css";

/**
 * A sanitised body with additions for reading: frames and line numbers around code, hidden texts for ticked items,
 * chunks of long texts.
 */
export function bodyMarkup(html: string, colourCodes?: (codes: readonly HTMLPreElement[]) => void): string {
  const template = document.createElement("template");
  template.innerHTML = html;
  const codes = [...template.content.querySelectorAll("pre")];
  for (const code of codes) breakLines(code);
  colourCodes?.(codes.filter(isUnmarked));
  for (const code of codes) code.replaceWith(framed(code));
  for (const table of template.content.querySelectorAll("table")) frameTable(table);
  for (const item of template.content.querySelectorAll("li[aria-checked]")) showTick(item);
  showInChunks(template.content);
  return template.innerHTML;
}

/** Whether the writer has left the tokens of the code without marks, as other clients do. */
const isUnmarked = (code: Element): boolean => code.querySelector("span") === null;

function element<K extends keyof HTMLElementTagNameMap>(name: K, className = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}

function framed(code: HTMLPreElement): HTMLElement {
  const frame = element("div", styles.code);
  frame.setAttribute("data-code", "");
  const head = element("div", styles.codeHead);
  const language = element("span");
  language.textContent = languageLabel(code.getAttribute("data-highlight-language") ?? "plain");
  const copy = element("span");
  copy.setAttribute("data-copy", "");
  head.append(language, copy);
  const numbered = element("pre");
  // Long lines scroll horizontally, with the keyboard as well.
  numbered.tabIndex = 0;
  numbered.setAttribute("role", "group");
  numbered.setAttribute("aria-label", `${language.textContent} 코드`);
  for (const line of codeLines(code)) numbered.append(line);
  frame.append(head, numbered);
  return frame;
}

/** A wide table scrolls horizontally, with the keyboard as well. */
function frameTable(table: HTMLTableElement): void {
  const frame = element("div", styles.tableFrame);
  frame.tabIndex = 0;
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", "표");
  table.replaceWith(frame);
  frame.append(table);
}

/**
 * Line feeds instead of `br` at any depth, so that the lines of code are those of its text, as the server counts them
 * (`codeBlocksOf` in contracts/discussion/locate.ts). A line break at the end of the code ends its last line, as in every block: the
 * editor adds it after an empty last line.
 */
function breakLines(code: Element): void {
  if (code.lastChild?.nodeName === "BR") code.lastChild.remove();
  for (const lineBreak of code.querySelectorAll("br")) lineBreak.replaceWith("\n");
}

/** One element per line of code. */
function codeLines(code: Element): HTMLElement[] {
  const newLine = () => {
    const line = element("span", styles.line);
    line.setAttribute("data-line", "");
    return line;
  };
  const lines = [newLine()];
  const put = (node: Node) => lines[lines.length - 1]?.append(node);
  for (const child of code.childNodes) {
    for (const [index, text] of (child.textContent ?? "").split("\n").entries()) {
      if (index > 0) lines.push(newLine());
      if (text === "") continue;
      const part = child.nodeType === Node.TEXT_NODE ? document.createTextNode("") : child.cloneNode(false);
      part.textContent = text;
      put(part);
    }
  }
  // An empty line without a line break is missing from copied text.
  for (const line of lines) if (!line.firstChild) line.append(element("br"));
  return lines;
}

/** Read-only lists show the state by a class and a hidden text instead of a check box. */
function showTick(item: Element): void {
  const isDone = item.getAttribute("aria-checked") === "true";
  item.removeAttribute("role");
  item.removeAttribute("aria-checked");
  item.classList.add(...[styles.check, isDone && styles.done].filter((name) => typeof name === "string"));
  const word = element("span", hidden.hidden);
  word.textContent = isDone ? "완료: " : "할 일: ";
  item.prepend(word);
}

/** In UTF-16 code units: a text longer than the first is split into chunks of about the second. */
const longest = 2000;
const chunk = 1000;

/**
 * Splits long texts, whose layout is slow in browsers (`.chunk`), without a change for reading and copying. Lines of
 * code stay whole.
 */
function showInChunks(body: DocumentFragment): void {
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const long: Text[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (text.length > longest && !text.parentElement?.closest("pre")) long.push(text);
  }
  for (const text of long) text.replaceWith(...chunksOf(text.data));
}

function chunksOf(text: string): HTMLElement[] {
  const chunks: HTMLElement[] = [];
  for (let rest = text; rest; ) {
    const shown = document.createElement("span");
    shown.className = styles.chunk ?? "";
    shown.textContent = rest.length > longest ? chunkOf(rest.slice(0, longest)) : rest;
    rest = rest.slice(shown.textContent.length);
    chunks.push(shown);
  }
  return chunks;
}

/** A chunk ends after a space, where the cut does not affect kerning, or without one at a syllable boundary. */
function chunkOf(text: string): string {
  const space = text.slice(chunk).search(/(?<=\s)\S/);
  const end = new Intl.Segmenter("ko").segment(text).containing(chunk + Math.max(space, 0))?.index;
  return text.slice(0, end || longest);
}
