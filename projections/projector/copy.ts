import type { Columns, SqlTypes } from "../projection.ts";
import type { Row } from "../projector/fold.ts";
import type { Sent } from "../projector/one-trip.ts";
import { quoted, sqlType } from "../projector/write.ts";
import { CopyRoom } from "./copy-room.ts";

/** Puts what `copyBytes` made into a table through COPY, which takes them all to be new. */
export const copyStatement = (target: string, columns: Columns, copied: Uint8Array): Sent => ({
  text: `COPY ${quoted(target)} (${Object.keys(columns).map(quoted).join(", ")}) FROM STDIN (FORMAT binary)`,
  values: [],
  copied,
});

/**
 * Rows in the binary format of COPY ("File Formats" of COPY in PostgreSQL's manual), which it takes in with half the
 * work that text costs it. Undefined when a value is not plainly of its column: PostgreSQL is to say what it makes of
 * such a one, in an INSERT.
 */
export function copyBytes(columns: Columns, rows: readonly Row[]): Uint8Array | undefined {
  const room = new CopyRoom(usualRow * rows.length + frame);
  const names = Object.keys(columns);
  const puts = Object.values(columns).map((column) => puttingOf[sqlType(column) as keyof SqlTypes]);
  room.signature();
  for (const row of rows) {
    room.fields(names.length);
    for (let at = 0; at < names.length; at += 1) {
      const value = row[names[at] as string];
      if (value === null) room.nothing();
      else if (!puts[at]?.(room, value)) return undefined;
    }
  }
  room.end();
  return room.bytes();
}

/** Bytes that are made ready for a row; more are had when they are needed. */
const usualRow = 256;
/** Signature and end. */
const frame = 21;

/** Puts a value where it is one of the type, in its usual form. */
const puttingOf: Readonly<Record<keyof SqlTypes, (room: CopyRoom, value: unknown) => boolean>> = {
  text: (room, value) => typeof value === "string" && room.text(value),
  bigint: (room, value) => Number.isSafeInteger(value) && room.int8(value as number),
  integer: (room, value) => isInt4(value) && room.int4(value),
  boolean: (room, value) => typeof value === "boolean" && room.boolean(value),
  uuid: (room, value) => typeof value === "string" && room.uuid(value),
  date: (room, value) => {
    const days = typeof value === "string" ? daysOf(value) : undefined;
    return days !== undefined && room.int4(days);
  },
  timestamptz: (room, value) => {
    const us = typeof value === "string" ? microsecondsOf(value) : undefined;
    return Number.isSafeInteger(us) && room.int8(us as number);
  },
  jsonb: (room, value) => value !== undefined && room.json(JSON.stringify(value)),
};

const isInt4 = (value: unknown): value is number => typeof value === "number" && (value | 0) === value;

const dayMs = 24 * 3_600_000;
/** PostgreSQL counts from here. */
const beginning = Date.UTC(2000, 0, 1);

/** Days since 2000-01-01 of a date like `2025-09-03`. */
function daysOf(text: string): number | undefined {
  const known = days.get(text);
  if (known !== undefined) return known;
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00.000Z`);
  // The 30th of February would be a day of March.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text)) return undefined;
  const found = (date.getTime() - beginning) / dayMs;
  if (days.size >= mostDays) days.clear();
  days.set(text, found);
  return found;
}
/** Almost every date has been met before. */
const days = new Map<string, number>();
const mostDays = 4000;

/** Microseconds since 2000-01-01 of a time like `2025-09-03T12:07:45.123Z`; safe integers up to 2285. */
function microsecondsOf(text: string): number | undefined {
  if (!/^.{10}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/.test(text)) return undefined;
  const day = daysOf(text.slice(0, 10));
  if (day === undefined) return undefined;
  const minutes = 60 * digits(text, 11, 2) + digits(text, 14, 2);
  return (day * dayMs + minutes * 60_000 + digits(text, 17, 2) * 1000 + digits(text, 20, 3)) * 1000;
}

/** Number that stands at a place of a text. */
function digits(text: string, from: number, count: number): number {
  let number = 0;
  for (let at = from; at < from + count; at += 1) number = 10 * number + text.charCodeAt(at) - zero;
  return number;
}
const zero = "0".charCodeAt(0);
