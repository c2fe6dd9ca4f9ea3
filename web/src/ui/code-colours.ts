import { PrismTokenizer } from "@lexical/code-prism";
// They extend the grammars that the import before has loaded.
import "prismjs/components/prism-csharp";
import "prismjs/components/prism-kotlin";
import { languages } from "./code-language.ts";

/** Longer code is not coloured: in the editor each token is a node, and each key compares all of them. */
const maxLength = 40_000;
const maxLines = 2000;

const isAbove = (length: number, lines: number) => length > maxLength || lines > maxLines;
const linesOf = (code: string) => code.split("\n").length;

export const isLongCode = (code: string): boolean => isAbove(code.length, linesOf(code));

/** Sums up the code of a document without what is long by itself: tells whether all until then may be coloured. */
export function codeSum(): (code: string) => boolean {
  let length = 0;
  let lines = 0;
  return (code) => {
    if (!isLongCode(code)) {
      length += code.length;
      lines += linesOf(code);
    }
    return !isAbove(length, lines);
  };
}

/** Code colours by one-letter class, as stored in bodies (spec/wire-contract.md §8). */
const comment = "o";
const punctuation = "p";
const property = "q";
const string = "r";
const operator = "s";
const keyword = "t";
const variable = "u";
const functionName = "v";

export const tokenClasses: Readonly<Record<string, string>> = {
  atrule: keyword,
  attr: keyword,
  "attr-name": keyword,
  "attr-value": string,
  boolean: property,
  builtin: string,
  cdata: comment,
  char: string,
  class: functionName,
  "class-name": functionName,
  comment,
  constant: property,
  decorator: keyword,
  deleted: property,
  doctype: comment,
  entity: operator,
  function: functionName,
  important: variable,
  inserted: string,
  keyword,
  macro: functionName,
  namespace: variable,
  number: property,
  operator,
  prolog: comment,
  property,
  punctuation,
  regex: variable,
  selector: string,
  string,
  symbol: property,
  tag: property,
  url: operator,
  variable,
};

type Tokens = ReturnType<typeof PrismTokenizer.tokenize>;

/** Marks the tokens of a document's blocks of code that came without marks. */
export function colourCodes(codes: readonly HTMLPreElement[]): void {
  const mayColour = codeSum();
  for (const code of codes) colourCode(code, mayColour);
}

function colourCode(code: HTMLPreElement, mayColour: (code: string) => boolean): void {
  const language = code.getAttribute("data-highlight-language");
  const text = code.textContent ?? "";
  if (!languages.some(([name]) => name === language) || isLongCode(text) || !mayColour(text)) return;
  const marked = document.createDocumentFragment();
  const add = (tokens: Tokens, type?: string) => {
    for (const token of tokens) {
      if (typeof token !== "string") {
        add([token.content].flat(), token.type);
        continue;
      }
      const name = type && tokenClasses[type];
      const part = name ? document.createElement("span") : document.createTextNode("");
      if (part instanceof HTMLElement) part.className = name ?? "";
      part.textContent = token;
      marked.append(part);
    }
  };
  add(PrismTokenizer.tokenize(text, language ?? ""));
  code.replaceChildren(marked);
}
