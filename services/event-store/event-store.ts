/** The port of the event store. Adapters: postgres.ts, eventstoredb.ts; tests/event-store holds the contract of all. */

/** Position in the log as an opaque string; only the store that made it compares it. */
export type Checkpoint = string;

/** Position in a stream, counted from 0. An absent stream has revision -1. */
export type Revision = number;

export interface NewEvent {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventMeta {
  readonly commandId: string;
  /** The event or command that led to this one. */
  readonly causationId: string;
  /** The request at the beginning of the chain. */
  readonly correlationId: string;
  /** uuid of the acting member, or `system`. */
  readonly actor: string;
  /** W3C trace context of the span that recorded it; absent where traces were off. */
  readonly traceparent?: string;
}

export interface RecordedEvent extends NewEvent {
  /** uuidv5(command id, index within the command). */
  readonly eventId: string;
  readonly stream: string;
  readonly revision: Revision;
  readonly checkpoint: Checkpoint;
  readonly meta: EventMeta;
  /** ISO 8601, UTC. */
  readonly occurredAt: string;
  /**
   * Its personal fields, encrypted, with everything but the key that decryption takes. Only from a store with keys, and not
   * where nothing is personal or the key is gone.
   */
  readonly sealed?: string;
}

/** The command that made the events; its answer is stored with them, so that a repetition is answered, not repeated. */
export interface CommandRecord {
  readonly commandId: string;
  /** Digest of call and payload; another one under the same id is `conflict`. */
  readonly fingerprint: string;
  /** JSON. */
  readonly answer: unknown;
  readonly meta: Omit<EventMeta, "commandId">;
  readonly occurredAt: string;
  /** Members whose keys are destroyed in the same transaction (withdrawal). */
  readonly forget?: readonly string[];
}

export interface AcceptedCommand {
  readonly commandId: string;
  readonly fingerprint: string;
  readonly answer: unknown;
  /** Position of its last event; of the log's head at that time when it had none. */
  readonly checkpoint: Checkpoint;
}

export type Appended =
  | { readonly outcome: "appended"; readonly checkpoint: Checkpoint; readonly revision: Revision }
  /** The command id had been appended before; nothing was written now. */
  | { readonly outcome: "repeated"; readonly command: AcceptedCommand };

/** The stream has moved on: nothing was written. */
export class WrongRevision extends Error {
  readonly stream: string;
  constructor(stream: string) {
    super(`stream ${stream} is at another revision`);
    this.name = "WrongRevision";
    this.stream = stream;
  }
}

/** The store cannot be reached or did not answer in time; whether it wrote is unknown: repeat with the same id. */
export class StoreUnavailable extends Error {
  /** It will be so until a setting is corrected, as far as can be told. */
  readonly isSetting: boolean;
  constructor(cause: unknown, sentence = "the event store cannot be reached", isSetting = false) {
    super(sentence, { cause });
    this.name = "StoreUnavailable";
    this.isSetting = isSetting;
  }
}

/** The store takes no append of this size. */
export class AppendTooLarge extends Error {
  /** As HTTP says it. */
  readonly status = 413;
  /** Bytes that the store takes; NaN where it does not say. */
  readonly maxBytes: number;
  constructor(maxBytes: number, cause: unknown) {
    super(`the event store takes appends of at most ${maxBytes} bytes`, { cause });
    this.name = "AppendTooLarge";
    this.maxBytes = maxBytes;
  }
}

const logBehindSentence =
  "The event log ends before the read models (log-behind): nothing can be written. Bring the right log back, or stop the " +
  "system and take this log as it is: npm run ops -- projections rebuild --all --accept-shorter-log.";

/** The log ends before places that are known of it: nothing is appended until that is resolved. */
export class LogBehind extends StoreUnavailable {
  constructor() {
    super(undefined, logBehindSentence);
    this.name = "LogBehind";
  }
}

interface StreamSlice {
  readonly events: readonly RecordedEvent[];
  /** Of the last event of the stream, or the `after` of the read when nothing follows it; -1 for an empty stream. */
  readonly revision: Revision;
}

export interface Batch {
  readonly events: readonly RecordedEvent[];
  /** Everything up to here has been delivered; moves on also over events that a filter left out. */
  readonly checkpoint: Checkpoint;
}

export interface ReadOptions {
  /** `closed`: personal fields are null, and no key is read. */
  readonly personal?: "closed";
  /** Only events after this revision. */
  readonly after?: Revision;
  /** Of the events of these types only the last, which supersedes those before it. */
  readonly lastOf?: readonly string[];
}

export interface EventStore {
  /** The events of a stream, oldest first. */
  read(stream: string, options?: ReadOptions): Promise<StreamSlice>;
  /**
   * Appends all events or none. `expected` is the revision the decision was made on.
   * No events: only the command and its answer are kept.
   * @throws WrongRevision | StoreUnavailable
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: Revision,
    command: CommandRecord,
  ): Promise<Appended>;
  /** The accepted command with this id, if any. */
  command(commandId: string): Promise<AcceptedCommand | undefined>;
  /** Before the first event. */
  readonly start: Checkpoint;
  /** The last checkpoint that a reader can have seen by now. */
  head(): Promise<Checkpoint>;
  /** Negative, zero or positive. @throws when a checkpoint is not one of this store's. */
  compare(a: Checkpoint, b: Checkpoint): number;
  /** Up to `limit` events after a checkpoint in log order, of large ones fewer; an empty batch at the head alone. */
  readAll(after: Checkpoint, limit: number): Promise<Batch>;
  /** Catch-up subscription: batches from `after` on for ever, in log order, none lost or doubled, until aborted. */
  subscribe(after: Checkpoint, signal: AbortSignal): AsyncIterable<Batch>;
}

/** Bytes after which a batch takes no further event. */
export const batchBytes = 8 * 1024 * 1024;

/** A store as its owner holds it. */
export interface KeptEventStore extends EventStore {
  /** Deletes the answers of commands older than this (hours, at least 24). Their number. */
  forgetCommands(olderThanHours: number): Promise<number>;
  /** The number of events after one position and up to another, at most `limit`, without reading their data. */
  readonly countBetween?: (after: Checkpoint, until: Checkpoint, limit: number) => Promise<number>;
  /**
   * Batches of at most `size` events from a position on, the next one read while one is used. Ends near the head, and when
   * the store cannot be reached.
   */
  readonly readAhead?: (after: Checkpoint, size: number) => AsyncIterable<Batch>;
  /**
   * Whether the log ends before places that are known of it, because it was replaced by an older one or another; while it
   * does, nothing is appended. Only of stores that do not share a database with whatever follows them.
   */
  readonly isBehind?: () => Promise<boolean>;
  /** By what has been noticed of that, which costs nothing most of the time. @throws LogBehind | StoreUnavailable */
  readonly demandWhole?: () => Promise<void>;
  /** Ends its own connections; a pool stays with its owner. */
  close(): Promise<void>;
}
