/**
 * The port of the event store. Its adapters are postgres.ts and eventstoredb.ts; both pass
 * tests/event-store/event-store.contract.ts.
 */

/** Position in the log as an opaque string. Only the store that issued it can compare it. */
export type Checkpoint = string;

/** Position in a stream, counted from 0. A stream without events has revision -1. */
export type Revision = number;

export interface NewEvent {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventMeta {
  readonly commandId: string;
  /** Id of the event or command that caused this event. */
  readonly causationId: string;
  /** Id of the request that started the chain of causes. */
  readonly correlationId: string;
  /** Uuid of the acting member, or `system`. */
  readonly actor: string;
  /** W3C trace context of the span that recorded the event; absent where tracing was off. */
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
   * Encrypted personal fields with everything needed for decryption except the key. Set only by a store with keys, when
   * the event has personal fields whose key still exists.
   */
  readonly sealed?: string;
  /** All parts, if its personal fields belong to several members; undefined where a key has been destroyed. */
  readonly sealedParts?: readonly (string | undefined)[];
}

/**
 * The command that caused the events. Its response is stored with them, so that a repeated command gets the same
 * response and is not executed again.
 */
export interface CommandRecord {
  readonly commandId: string;
  /** Digest of endpoint and payload. The same command id with another digest is refused as `conflict`. */
  readonly fingerprint: string;
  /** Response as JSON. */
  readonly answer: unknown;
  readonly meta: Omit<EventMeta, "commandId">;
  readonly occurredAt: string;
  /** Members whose keys the append destroys (withdrawal), in PostgreSQL in its transaction. */
  readonly forget?: readonly string[];
}

export interface AcceptedCommand {
  readonly commandId: string;
  readonly fingerprint: string;
  readonly answer: unknown;
  /** Position of the command's last event, or of the head of the log at that time when it had no events. */
  readonly checkpoint: Checkpoint;
}

export type Appended =
  | { readonly outcome: "appended"; readonly checkpoint: Checkpoint; readonly revision: Revision }
  /** A command with this id was appended before; this call wrote nothing. */
  | { readonly outcome: "repeated"; readonly command: AcceptedCommand };

/** The stream is at another revision than expected; nothing was written. */
export class WrongRevision extends Error {
  readonly stream: string;
  constructor(stream: string) {
    super(`stream ${stream} is at another revision`);
    this.name = "WrongRevision";
    this.stream = stream;
  }
}

/**
 * The store is unreachable or did not respond in time. Whether it wrote is unknown: repeat with the same command id.
 */
export class StoreUnavailable extends Error {
  /** Whether the failure probably lasts until a setting is corrected. */
  readonly isSetting: boolean;
  constructor(cause: unknown, sentence = "the event store cannot be reached", isSetting = false) {
    super(sentence, { cause });
    this.name = "StoreUnavailable";
    this.isSetting = isSetting;
  }
}

/** The store does not accept an append of this size. */
export class AppendTooLarge extends Error {
  /** HTTP status of the response. */
  readonly status = 413;
  /** Largest append that the store accepts, in bytes; NaN where the server does not report it. */
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

/** The log ends before positions that were already read from it. Nothing is appended until that is resolved. */
export class LogBehind extends StoreUnavailable {
  constructor() {
    super(undefined, logBehindSentence);
    this.name = "LogBehind";
  }
}

interface StreamSlice {
  readonly events: readonly RecordedEvent[];
  /** Revision of the last event read, or `after` when no event follows it; -1 for an empty stream. */
  readonly revision: Revision;
}

export interface Batch {
  readonly events: readonly RecordedEvent[];
  /** Everything up to here has been delivered. Advances over events that a filter leaves out, too. */
  readonly checkpoint: Checkpoint;
}

export interface ReadOptions {
  /** `closed` returns personal fields as null without reading a key. */
  readonly personal?: "closed";
  /** Returns only events after this revision. */
  readonly after?: Revision;
  /** Superseded events are left out. */
  readonly lastOf?: readonly LastOf[];
}

/** Of all events with one of these types only the last `count` are needed: they supersede the earlier ones. */
export interface LastOf {
  readonly types: readonly string[];
  readonly count: number;
}

/** Its operations can be copied and passed on: a store that wraps another copies them and replaces some. */
export interface EventStore {
  /** Reads the events of a stream, oldest first. */
  read(stream: string, options?: ReadOptions): Promise<StreamSlice>;
  /**
   * Appends all events or none. `expected` is the revision that the decision was based on. Without events, only the
   * command and its response are stored.
   * @throws WrongRevision | StoreUnavailable
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: Revision,
    command: CommandRecord,
  ): Promise<Appended>;
  /** Returns the accepted command with this id, if there is one. */
  command(commandId: string): Promise<AcceptedCommand | undefined>;
  /** The checkpoint before the first event. */
  readonly start: Checkpoint;
  /** The latest checkpoint that a reader can have received by now. */
  head(): Promise<Checkpoint>;
  /**
   * Negative, zero or positive.
   * @throws when a checkpoint does not belong to this store
   */
  compare(a: Checkpoint, b: Checkpoint): number;
  /**
   * Reads up to `limit` events after a checkpoint in log order, fewer if they are large. Only at the head is the batch
   * empty.
   */
  readAll(after: Checkpoint, limit: number): Promise<Batch>;
  /** Catch-up subscription: yields batches after `after` in log order, each event exactly once, until aborted. */
  subscribe(after: Checkpoint, signal: AbortSignal): AsyncIterable<Batch>;
}

/** A batch that has reached this size takes no further event. */
export const batchBytes = 8 * 1024 * 1024;

/** A store with the operations of the process that owns it. */
export interface OwnedEventStore extends EventStore {
  /** Deletes the responses of commands older than this many hours (at least 24). Returns the number deleted. */
  forgetCommands(olderThanHours: number): Promise<number>;
  /** Counts the events between two positions, up to `limit`, without reading their data. */
  readonly countBetween?: (after: Checkpoint, until: Checkpoint, limit: number) => Promise<number>;
  /**
   * Yields batches of at most `size` events from a position on and reads the next one while the caller processes one.
   * Ends near the head and when the store is unreachable.
   */
  readonly readAhead?: (after: Checkpoint, size: number) => AsyncIterable<Batch>;
  /**
   * Whether the log ends before positions already read from it, because it was replaced by another or an older one.
   * While that is so, nothing is appended. Only for stores outside the database of the read models.
   */
  readonly isBehind?: () => Promise<boolean>;
  /**
   * Uses the cached result of `isBehind`, which is free in most cases.
   * @throws LogBehind | StoreUnavailable
   */
  readonly assertComplete?: () => Promise<void>;
  /** Closes the store's own connections; a pool belongs to the caller. */
  close(): Promise<void>;
}
