import type { EditorThemeClasses } from "lexical";
import { inlineCodeClass } from "./inline-code.ts";

/** Code colours by one-letter class, as stored in bodies (spec/wire-contract.md §8). */
const comment = "o";
const punctuation = "p";
const property = "q";
const string = "r";
const operator = "s";
const keyword = "t";
const variable = "u";
const functionName = "v";

/** Class names that the editor writes into bodies; all are in the allow-list. */
export const theme = {
  quote: "editor-quote",
  link: "editor-link",
  table: "editor-table",
  image: "editor-image",
  list: {
    listitem: "editor-listitem",
    listitemChecked: "editor-listitem-checked",
    listitemUnchecked: "editor-listitem-unchecked",
    nested: { listitem: "editor-nested-listitem" },
  },
  text: {
    bold: "editor-text-bold",
    italic: "editor-text-italic",
    strikethrough: "editor-text-strikethrough",
    superscript: "editor-text-superscript",
    subscript: "editor-text-subscript",
    code: inlineCodeClass,
  },
  code: "codeblock",
  codeHighlight: {
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
  },
} satisfies EditorThemeClasses;
