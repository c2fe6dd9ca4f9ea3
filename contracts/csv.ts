/** White space and invisible characters: spreadsheets skip some of them before a formula. */
const unseen = String.raw`[\s\p{Cc}\p{Cf}]`;
const looksLikeFormula = new RegExp(`^${unseen}*[=+\\-@|%]|^[\\t\\r\\n]`, "u");

/** Puts an apostrophe before a cell that a spreadsheet would interpret as a formula, also with a full-width sign. */
export const guardedCell = (text: string): string =>
  looksLikeFormula.test(text.normalize("NFKC")) ? `'${text}` : text;

/** Spreadsheets need it to recognise UTF-8. */
export const byteOrderMark = "\uFEFF";

/** One record of RFC 4180. */
export const csvLine = (fields: readonly (string | null)[]): string =>
  `${fields.map(csvField).join(",")}\r\n`;

function csvField(field: string | null): string {
  if (field === null) return "";
  const text = guardedCell(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
