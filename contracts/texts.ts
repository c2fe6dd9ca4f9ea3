import { normalise } from "./limits.ts";

// Unicode classifies the blank Braille pattern as a letter, although it is invisible.
const visible = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows nothing: the rule for bodies and for every required field (spec/wire-contract.md §1.8). */
export const isBlank = (text: string): boolean => !visible.test(text);

/** The stored form of a field that may have several lines: trimmed; empty if it shows nothing. */
export function multiLine(text: string): string {
  const trimmed = normalise(text).trim();
  return isBlank(trimmed) ? "" : trimmed;
}

/** The stored form of a field of one line: any white space, line ends included, is one space. */
export const singleLine = (text: string): string => multiLine(text.replace(/\s+/g, " ")).replace(/ +/g, " ");
