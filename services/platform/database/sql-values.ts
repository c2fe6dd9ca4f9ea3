import pg from "pg";

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

/** Parsers by type OID; they are set per pool, because pg's own registry is global to the process. */
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

export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    format === "binary" ? pg.types.getTypeParser(oid, format) : (parsers[oid] ?? original(oid)),
};
