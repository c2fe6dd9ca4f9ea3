/** One record of RFC 4180. */
export const csvLine = (fields: readonly (string | null)[]): string =>
  `${fields.map(csvField).join(",")}\r\n`;

/** Spreadsheets take a text that begins like this for a formula and would carry it out. */
const looksLikeFormula = /^[=+\-@\t\r]/;

function csvField(field: string | null): string {
  if (field === null) return "";
  const text = looksLikeFormula.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
