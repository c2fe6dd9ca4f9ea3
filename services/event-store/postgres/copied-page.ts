import type { Checkpoint, RecordedEvent } from "../event-store.ts";

/** What a `CopiedPage` reads, in its order. */
export const copiedColumns =
  "epoch, txid, seq, revision, schema_version, occurred_at, stream, event_id::text, type, data, meta";
const columnCount = 11;

/**
 * Events of the log as PostgreSQL hands them out in the binary format of COPY ("File Formats" of COPY in its manual), one
 * message after the other, until they are wanted. In bytes of its own: texts that wait for long cost more to keep than to
 * make, and the text format costs PostgreSQL twice as much.
 */
export class CopiedPage {
  /** There was more, but not within the bytes that were wanted. */
  isCut = false;
  #bytes = Buffer.alloc(0);
  #view = viewOf(this.#bytes);
  #end = 0;
  /** Where the columns of each event begin. */
  readonly #starts: number[] = [];
  #begun = false;

  /** Events in it. */
  get length(): number {
    return this.#starts.length;
  }

  get bytes(): number {
    return this.#end;
  }

  /** One message. It may be overwritten afterwards. */
  add(message: Buffer): void {
    const from = this.#begun ? 0 : headerOf(message);
    this.#begun = true;
    const count = message.readInt16BE(from);
    if (count === endOfCopy) return;
    if (count !== columnCount) throw new Error(`a row of the log with ${count} columns`);
    this.#need(message.length);
    this.#starts.push(this.#end);
    this.#end += message.copy(this.#bytes, this.#end, from + 2);
  }

  /** For another copy; undefined when it holds more room than pages usually need. */
  emptied(): CopiedPage | undefined {
    if (this.#bytes.length > mostKept) return undefined;
    [this.isCut, this.#begun, this.#end, this.#starts.length] = [false, false, 0, 0];
    return this;
  }

  /** Where its last event stands. */
  get checkpoint(): Checkpoint | undefined {
    const start = this.#starts.at(-1);
    return start === undefined ? undefined : this.#checkpointAt(start);
  }

  events(from: number, to: number): RecordedEvent[] {
    return this.#starts.slice(from, to).map((start) => this.#eventAt(start));
  }

  #eventAt(start: number): RecordedEvent {
    const view = this.#view;
    const bytes = this.#bytes;
    let at = start + placeBytes;
    const revision = view.getInt32(at + 4);
    const schemaVersion = view.getInt16(at + 12);
    const occurredAt = isoTime(view.getInt32(at + 18), view.getUint32(at + 22));
    at += 26;
    const stream = view.getInt32(at);
    const eventId = view.getInt32(at + 4 + stream);
    const type = view.getInt32(at + 8 + stream + eventId);
    const texts = this.#textsAt(at + 4, stream, eventId, type);
    const data = at + 12 + stream + eventId + type;
    const meta = data + 4 + view.getInt32(data);
    return {
      eventId: texts[1],
      stream: texts[0],
      revision,
      checkpoint: this.#checkpointAt(start),
      type: sameText(texts[2]),
      schemaVersion,
      data: JSON.parse(bytes.toString("utf8", data + 4, meta)),
      meta: JSON.parse(bytes.toString("utf8", meta + 4, meta + 4 + view.getInt32(meta))),
      occurredAt,
    };
  }

  /** Three texts, each but the first behind its length; in one go, since a go costs more than what it brings. */
  #textsAt(at: number, first: number, second: number, third: number): readonly [string, string, string] {
    const bytes = this.#bytes;
    const all = bytes.toString("utf8", at, at + first + second + third + 8);
    if (all.length === first + second + third + 8)
      return [all.slice(0, first), all.slice(first + 4, first + second + 4), all.slice(first + second + 8)];
    const [next, last] = [at + first + 4, at + first + second + 8];
    return [
      bytes.toString("utf8", at, at + first),
      bytes.toString("utf8", next, next + second),
      bytes.toString("utf8", last, last + third),
    ];
  }

  #checkpointAt(start: number): Checkpoint {
    const view = this.#view;
    const txid = view.getUint32(start + 10) * 2 ** 32 + view.getUint32(start + 14);
    const whole = Number.isSafeInteger(txid) ? txid : view.getBigUint64(start + 10);
    return `${view.getInt16(start + 4)}.${whole}.${view.getInt32(start + 22)}`;
  }

  #need(bytes: number): void {
    const needed = this.#end + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, needed, leastBytes));
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

const viewOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length);
const leastBytes = 64 * 1024;
const mostKept = 16 * 1024 * 1024;
const endOfCopy = -1;
/** Epoch, txid and seq, each behind its length. */
const placeBytes = 6 + 12 + 8;
/** Signature and flags, then the length of what may follow them. */
const headerOf = (message: Buffer) => 19 + message.readInt32BE(15);

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

const dayMs = 24 * 3_600_000;
/** PostgreSQL counts from here. */
const beginning = Date.UTC(2000, 0, 1);

/** Of the halves of a number of microseconds, like `2025-09-03T12:07:45.123Z`; what lies below a millisecond is left out. */
function isoTime(high: number, low: number): string {
  const ms = Math.floor((high * 2 ** 32 + low) / 1000);
  const day = Math.floor(ms / dayMs);
  const rest = ms - day * dayMs;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${dayText(day)}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${three[rest % 1000]}Z`;
}

const numbers = (count: number, digits: number) =>
  Array.from({ length: count }, (_, number) => String(number).padStart(digits, "0"));
const two = numbers(60, 2);
const three = numbers(1000, 3);

/** A day with the letter behind it. Almost every one has been met before. */
function dayText(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  const text = new Date(beginning + day * dayMs).toISOString().split("T")[0];
  if (days.size >= mostDays) days.clear();
  days.set(day, `${text}T`);
  return `${text}T`;
}
const days = new Map<number, string>();
const mostDays = 4000;
