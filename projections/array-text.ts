import type { Row } from "./fold.ts";

/** One column of rows as the text of a Postgres array. At once, since pg looks at every value several times. */
export function arrayText(rows: readonly Row[], column: string, isJson: boolean): string {
  let text = "";
  for (const row of rows) {
    const value = row[column];
    if (text !== "") text += ",";
    if (value === null || value === undefined) text += "NULL";
    else if (typeof value === "number") text += value;
    else text += `"${escaped(isJson ? JSON.stringify(value) : String(value))}"`;
  }
  return `{${text}}`;
}

const special = /["\\]/;
const escaped = (text: string) => (special.test(text) ? text.replaceAll(/["\\]/g, "\\$&") : text);
