import { $getRoot } from "lexical";
import { $images } from "./pictures/image-node.tsx";

// The same characters as in contracts/html.ts; checked on every key without generating HTML.
const visible = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** No visible character besides the lines of a template, and no picture (spec/wire-contract.md §1.8). */
export const $isVisuallyEmpty = (template: readonly string[]): boolean =>
  $getRoot()
    .getTextContent()
    .split("\n")
    .every((line) => !visible.test(line) || template.includes(line.trim())) && $images().length === 0;
