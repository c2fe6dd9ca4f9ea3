/** White space and invisible characters: spreadsheets skip some of them before a formula. */
const unseen = String.raw`[\s\p{Cc}\p{Cf}]`;
const looksLikeFormula = new RegExp(`^${unseen}*[=+\\-@|%]|^[\\t\\r\\n]`, "u");

/** Puts an apostrophe before a cell that a spreadsheet would interpret as a formula, also with a full-width sign. */
export const guardedCell = (text: string): string =>
  looksLikeFormula.test(text.normalize("NFKC")) ? `'${text}` : text;
