import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const special = /[\\\n\r\t]/;
const escaped = (text: string) =>
  special.test(text) ? text.replaceAll(/[\\\n\r\t]/g, (sign) => escapes[sign] ?? sign) : text;

/** A row in the text format of COPY ("File Formats" of COPY in PostgreSQL's manual). */
export const copyLine = (values: readonly (string | null)[]): string =>
  `${values.map((value) => (value === null ? "\\N" : escaped(value))).join("\t")}\n`;

/**
 * Runs `COPY … FROM STDIN`.
 * @throws an error of the database or of the connection
 */
export async function copyInto(
  client: pg.ClientBase,
  text: string,
  parts: Iterable<Uint8Array>,
): Promise<void> {
  await pipeline(Readable.from(parts, { objectMode: false }), client.query(copyFrom(text)));
}
