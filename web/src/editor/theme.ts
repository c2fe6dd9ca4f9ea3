import type { EditorThemeClasses } from "lexical";
import { tokenClasses } from "../ui/code-colours.ts";
import { inlineCodeClass } from "./inline-code.ts";

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
  codeHighlight: tokenClasses,
} satisfies EditorThemeClasses;
