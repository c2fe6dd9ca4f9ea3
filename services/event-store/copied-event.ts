import type { EventMeta, NewEvent, RecordedEvent } from "./event-store.ts";

/** The columns of a line as COPY writes it, in the order in which `copiedEvent` reads them. */
export const copiedColumns =
  "data, meta, epoch, txid, seq, stream, revision, event_id, type, schema_version, occurred_at";

/** The event of one line in the text format of COPY, without its line end; times in UTC, ISO style. */
export function copiedEvent(line: string): RecordedEvent {
  const field = line.includes("\\") ? unescaped : asIs;
  const dataEnd = line.indexOf("\t");
  const metaEnd = line.indexOf("\t", dataEnd + 1);
  // Added to, a part of a text becomes one of its own: whoever keeps an id would keep the whole line with it.
  const parts = `\t${line.slice(metaEnd + 1)}`.split("\t");
  const [, epoch, txid, seq, stream = "", revision, eventId = "", type = "", version, at = ""] = parts;
  return {
    eventId,
    stream: field(stream),
    revision: Number(revision),
    checkpoint: `${epoch}.${txid}.${seq}`,
    type: field(type),
    schemaVersion: Number(version),
    data: JSON.parse(field(line.slice(0, dataEnd))) as NewEvent["data"],
    meta: JSON.parse(field(line.slice(dataEnd + 1, metaEnd))) as EventMeta,
    occurredAt: isoTime(at),
  };
}

const asIs = (text: string) => text;

const signs: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };
const unescaped = (text: string) => text.replaceAll(/\\(.)/g, (_, sign: string) => signs[sign] ?? sign);

/** `2025-09-03 12:07:45.123+00` as `2025-09-03T12:07:45.123Z`; what lies below a millisecond is left out. */
function isoTime(at: string): string {
  const milliseconds = at.slice("2025-09-03 12:07:45.".length, -"+00".length).slice(0, 3);
  return `${at.slice(0, 10)}T${at.slice(11, 19)}.${milliseconds.padEnd(3, "0")}Z`;
}
