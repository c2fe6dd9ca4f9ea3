/** Blanks and what is not seen: spreadsheets skip some of them, the next one may skip others. */
const unseen = String.raw`[\s\p{Cc}\p{Cf}]`;
const looksLikeFormula = new RegExp(`^${unseen}*[=+\\-@|%]|^[\\t\\r\\n]`, "u");

/** A cell that a spreadsheet would take for a formula, also by a full-width sign, gets an apostrophe in front. */
export const guardedCell = (text: string): string =>
  looksLikeFormula.test(text.normalize("NFKC")) ? `'${text}` : text;
