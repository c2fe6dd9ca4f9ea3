import type { EventMeta, NewEvent, RecordedEvent } from "../event-store.ts";

/** What `copiedEvent` reads, in its order. */
export const copiedColumns =
  "epoch, txid, seq, stream, revision, event_id, type, schema_version, data, meta, occurred_at";

/** The event of one line in the text format of COPY, without its line end; times in UTC, ISO style. */
export function copiedEvent(line: string): RecordedEvent {
  const parts = line.split("\t");
  const fields = line.includes("\\") ? parts.map(unescaped) : parts;
  const [epoch, txid, seq, stream = "", revision, eventId = "", type = "", version, data, meta, at = ""] =
    fields;
  return {
    eventId,
    stream,
    revision: Number(revision),
    checkpoint: `${epoch}.${txid}.${seq}`,
    type: sameText(type),
    schemaVersion: Number(version),
    data: JSON.parse(data ?? "") as NewEvent["data"],
    meta: JSON.parse(meta ?? "") as EventMeta,
    occurredAt: isoTime(at),
  };
}

const signs: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };
const unescaped = (text: string) => text.replaceAll(/\\(.)/g, (_, sign: string) => signs[sign] ?? sign);

/** Everybody who takes an event looks something up by its type: with a text of its own each time, that is read sign by sign. */
function sameText(type: string): string {
  const known = types.get(type);
  if (known !== undefined) return known;
  // Its own, since a part of a text keeps the whole of it in memory; and a property's name, by which others are found at once.
  const [own = ""] = Object.keys({ [Buffer.from(type).toString()]: true });
  if (types.size < mostTypes) types.set(own, own);
  return own;
}
const types = new Map<string, string>();
const mostTypes = 1000;

/** `2025-09-03 12:07:45.123+00` as `2025-09-03T12:07:45.123Z`; what lies below a millisecond is left out. */
const isoTime = (at: string) =>
  at.length === inMilliseconds
    ? `${at.slice(0, 10)}T${at.slice(11, 23)}Z`
    : `${at.slice(0, 10)}T${at.slice(11, 19)}.${at.slice(20, -3).padEnd(3, "0").slice(0, 3)}Z`;
const inMilliseconds = "2025-09-03 12:07:45.123+00".length;
