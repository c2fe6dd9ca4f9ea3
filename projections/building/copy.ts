import { once } from "node:events";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Columns } from "../projection.ts";
import type { Row } from "../projector/fold.ts";
import type { Sent } from "../projector/one-trip.ts";
import { isUniqueViolation } from "../projector/transaction.ts";
import { quoted, sqlType } from "../projector/write.ts";

/**
 * Puts what `copyText` made into a table through COPY.
 * @throws an error of the database, such as a key that is there already
 */
export async function copyIn(
  client: pg.ClientBase,
  target: string,
  columns: Columns,
  text: string | Uint8Array,
): Promise<void> {
  const stream = client.query(copyFrom(copyInto(target, columns)));
  const finished = once(stream, "finish");
  stream.end(text);
  await finished;
}

/**
 * The same within the caller's transaction, which goes on when a row is there already. Whether they are in: all of them
 * or none.
 */
export async function copyIfNew(
  client: pg.ClientBase,
  target: string,
  columns: Columns,
  text: string | Uint8Array,
): Promise<boolean> {
  await client.query("SAVEPOINT copying");
  try {
    await copyIn(client, target, columns, text);
    await client.query("RELEASE SAVEPOINT copying");
    return true;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await client.query("ROLLBACK TO SAVEPOINT copying");
    return false;
  }
}

/** Puts rows into a table through COPY. */
export const copyStatement = (target: string, columns: Columns, rows: readonly Row[]): Sent => ({
  text: copyInto(target, columns),
  values: [],
  copied: copyText(columns, rows),
});

const copyInto = (target: string, columns: Columns) =>
  `COPY ${quoted(target)} (${Object.keys(columns).map(quoted).join(", ")}) FROM STDIN`;

/** Rows in the text format of COPY: one line each, columns between tabs. */
export function copyText(columns: Columns, rows: readonly Row[]): string {
  const kinds = Object.entries(columns).map(([name, column], index) => ({
    name,
    before: index === 0 ? "" : "\t",
    isJson: sqlType(column) === "jsonb",
    // Numbers, dates and the like never hold a sign to escape.
    isFree: sqlType(column) === "jsonb" || sqlType(column) === "text",
  }));
  let text = "";
  for (const row of rows) {
    for (const { name, before, isJson, isFree } of kinds) {
      const value = row[name];
      if (value === null) text += `${before}\\N`;
      else if (isFree) text += before + escaped(isJson ? JSON.stringify(value) : String(value));
      else text += before + String(value);
    }
    text += "\n";
  }
  return text;
}

/** Looked for one by one: in a long text that is ten times as quick as an expression. */
const isSpecial = (text: string) =>
  text.includes("\\") || text.includes("\n") || text.includes("\t") || text.includes("\r");
const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const escaped = (text: string) =>
  isSpecial(text) ? text.replaceAll(/[\\\n\r\t]/g, (sign) => escapes[sign] ?? sign) : text;
