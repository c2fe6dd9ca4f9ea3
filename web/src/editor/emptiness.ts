import { $getRoot } from "lexical";
import { $images } from "./pictures/image-node.tsx";

// The same characters as in contracts/html.ts; checked on every key without generating HTML.
const visible = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** No visible character and no picture (spec/wire-contract.md §1.8). */
export const $isVisuallyEmpty = (): boolean =>
  !visible.test($getRoot().getTextContent()) && $images().length === 0;
