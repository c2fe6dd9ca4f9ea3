import { randomUUID } from "node:crypto";

/** One event as EventStoreDB stores it: bytes and position. */
export interface LogRecord {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** Commit and prepare position, which are equal for events of ordinary appends. */
  readonly position: bigint;
}

export type Proposed = Pick<LogRecord, "id" | "type" | "contentType" | "data" | "metadata">;

export type Expected = "any" | "no-stream" | "stream-exists" | number;

export type AppendOutcome =
  | { readonly outcome: "written"; readonly revision: number; readonly position: bigint }
  | { readonly outcome: "wrong-revision"; readonly current: number };

/** The position of the next record. */
export const positionBehind = ({ position, data, metadata }: LogRecord): bigint =>
  position + BigInt(200 + data.length + metadata.length);

/** The first record of a real log is a system event. */
const firstPosition = 113n;

/** The log of EventStoreDB in memory, with the server's rules for expected revisions and repeated ids. */
export class EventLog {
  readonly records: LogRecord[] = [];
  private readonly streams = new Map<string, LogRecord[]>();
  private readonly watchers = new Set<(record: LogRecord) => void>();

  stream(name: string): readonly LogRecord[] {
    return this.streams.get(name) ?? [];
  }

  append(stream: string, proposed: readonly Proposed[], expected: Expected): AppendOutcome {
    const kept = this.streams.get(stream) ?? [];
    const repeated = repetitionOf(kept, proposed, expected);
    if (repeated) return { outcome: "written", revision: repeated.revision, position: repeated.position };
    const current = kept.length - 1;
    const fits =
      expected === "any" ||
      (expected === "no-stream" && current === -1) ||
      (expected === "stream-exists" && current >= 0) ||
      expected === current;
    if (!fits) return { outcome: "wrong-revision", current };
    for (const event of proposed) {
      const last = this.records.at(-1);
      const position = last ? positionBehind(last) : firstPosition;
      const record: LogRecord = { ...event, stream, revision: kept.length, position };
      kept.push(record);
      this.records.push(record);
    }
    this.streams.set(stream, kept);
    for (const record of kept.slice(current + 1)) for (const watch of [...this.watchers]) watch(record);
    return {
      outcome: "written",
      revision: kept.length - 1,
      position: kept.at(-1)?.position ?? this.records.at(-1)?.position ?? firstPosition,
    };
  }

  /** Appends an event of the server itself, such as statistics. */
  appendSystemEvent(stream = "$stats-127.0.0.1:2113", type = "$statsCollected"): void {
    const data = Buffer.from('{"proc-mem":1}');
    const metadata = new Uint8Array();
    this.append(stream, [{ id: randomUUID(), type, contentType: "application/json", data, metadata }], "any");
  }

  /** Replaces the log by an older copy, which contains only its first records. */
  truncate(count: number): void {
    for (const { stream } of this.records.splice(count))
      this.streams.set(
        stream,
        this.records.filter((record) => record.stream === stream),
      );
  }

  /** Calls back with each appended record until the returned function is called. */
  watch(callback: (record: LogRecord) => void): () => void {
    this.watchers.add(callback);
    return () => this.watchers.delete(callback);
  }
}

/**
 * The last event of an append that was made before: the same ids at the expected revision. Without a revision the
 * server finds them anywhere in the stream.
 */
function repetitionOf(
  kept: readonly LogRecord[],
  proposed: readonly Proposed[],
  expected: Expected,
): LogRecord | undefined {
  if (proposed.length === 0) return undefined;
  const first =
    expected === "any" || expected === "stream-exists"
      ? kept.findIndex(({ id }) => id === proposed[0]?.id)
      : (expected === "no-stream" ? -1 : expected) + 1;
  if (first < 0) return undefined;
  const isThere = proposed.every(({ id }, index) => kept[first + index]?.id === id);
  return isThere ? kept[first + proposed.length - 1] : undefined;
}
