import pg from "pg";
import { listOf, quoted } from "../../event-store/postgres/array-text.ts";
import type { Table } from "../../event-store/postgres/ask.ts";

type Parser = (text: string) => unknown;
const original = (oid: number): Parser => pg.types.getTypeParser(oid);
const eachOf = (oid: number, parse: Parser): Parser => {
  const list = original(oid);
  return (text) => (list(text) as (string | null)[]).map((item) => (item === null ? null : parse(item)));
};
const textList = 1009;
const asIs: Parser = (text) => text;
const isoTime: Parser = (text) => {
  const time = original(1184)(text);
  return time instanceof Date ? time.toISOString() : text;
};

/** By type number; per pool, because pg's own registry belongs to the whole process. */
const parsers: Readonly<Record<number, Parser>> = {
  20: Number,
  1016: eachOf(textList, Number),
  1700: Number,
  1231: eachOf(textList, Number),
  1184: isoTime,
  1185: eachOf(textList, isoTime),
  1082: asIs,
  1182: eachOf(textList, asIs),
};

const parserOf = (oid: number): Parser => parsers[oid] ?? original(oid);

export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    format === "binary" ? pg.types.getTypeParser(oid, format) : parserOf(oid),
};

/** A value in PostgreSQL's text format. */
export function asText(value: unknown): string | null {
  if (Array.isArray(value)) return listOf(value, (item) => (item == null ? null : quoted(String(item))));
  return value == null ? null : String(value);
}

type Reader = readonly [name: string, read: Parser];
const readersOf = new WeakMap<Table["columns"], readonly Reader[]>();

/** Rows as pg's own queries give them. */
export function rowsOf({ columns, rows }: Table): Record<string, unknown>[] {
  const readers = readersOf.get(columns) ?? columns.map(({ name, type }): Reader => [name, parserOf(type)]);
  readersOf.set(columns, readers);
  return rows.map((texts) => {
    const row: Record<string, unknown> = {};
    for (const [n, [name, read]] of readers.entries()) {
      const text = texts[n];
      row[name] = text == null ? null : read(text);
    }
    return row;
  });
}
