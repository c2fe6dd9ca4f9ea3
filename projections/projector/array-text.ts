import type { Row } from "./fold.ts";

/** One column of rows as the text of a Postgres array. At once, since pg looks at every value several times. */
export function arrayText(rows: readonly Row[], column: string, isJson: boolean): string {
  let text = "";
  for (const row of rows) {
    const value = row[column];
    if (text !== "") text += ",";
    text += itemText(isJson && value !== null && value !== undefined ? JSON.stringify(value) : value);
  }
  return `{${text}}`;
}

/** One value within the text of a Postgres array. */
export function itemText(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  return typeof value === "number" ? String(value) : `"${escaped(String(value))}"`;
}

const special = /["\\]/;
const escaped = (text: string) => (special.test(text) ? text.replaceAll(/["\\]/g, "\\$&") : text);
