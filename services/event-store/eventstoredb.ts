import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import {
  type AcceptedCommand,
  type Batch,
  batchBytes,
  type Checkpoint,
  LogBehind,
  type OwnedEventStore,
  type RecordedEvent,
  StoreUnavailable,
} from "./event-store.ts";
import { ClaimedAppends } from "./eventstoredb/claimed-appends.ts";
import { type Claim, type Claims, postgresClaims, type Settled } from "./eventstoredb/claims.ts";
import { type ConnectionOptions, EventStoreDbConnection } from "./eventstoredb/connection.ts";
import { eventOfProduct } from "./eventstoredb/event.ts";
import { createLogEnd, type LogEnd } from "./eventstoredb/log-end.ts";
import {
  checkpointOf,
  compareCheckpoints,
  compareLogPositions,
  type LogPosition,
  parseLogPosition,
  startOfAll,
} from "./eventstoredb/log-position.ts";
import type { StoredEvent } from "./eventstoredb/protocol.ts";
import { pendingAppend } from "./pending-append.ts";
import { withoutSuperseded } from "./superseded.ts";

export interface EventStoreDbOptions extends ConnectionOptions {
  /** `esdb://…` */
  readonly url: string;
  /** Pool of the database with commands and members' keys (`eventStoreMigrations`). */
  readonly pool: pg.Pool;
  /** Another process finishes an append that has been open for this many seconds. */
  readonly leftOpenSeconds?: number;
  /** Positions that the log must contain, because its consumers have read up to them. */
  readonly knownPositions?: () => Promise<readonly Checkpoint[]>;
  /** Called with a sentence for the operator. */
  readonly report?: (sentence: string) => void;
}

const pageSize = 500;
/** Events read at first when the last one of the product is looked for. */
const firstPageSize = 16;
const retryMs = 250;
/** Pause before a subscription to a log that is too short starts again. */
const resubscribeMs = 2000;
const defaultLeftOpenSeconds = 5;

/**
 * The event store on EventStoreDB or KurrentDB. The server holds the events; PostgreSQL holds responses of commands and
 * members' keys and records a claim for each append before it is sent (docs/decisions/eventstoredb.md).
 */
export const eventStoreDb = (options: EventStoreDbOptions): OwnedEventStore => new EventStoreDbLog(options);

type Operations = Required<OwnedEventStore>;

/** The operations are properties, which can be copied and passed on (`EventStore`), not methods. */
class EventStoreDbLog implements OwnedEventStore {
  readonly #log: EventStoreDbConnection;
  readonly #claims: Claims;
  readonly #end: LogEnd;
  readonly #appends: ClaimedAppends;

  constructor(options: EventStoreDbOptions) {
    const { url, pool, leftOpenSeconds = defaultLeftOpenSeconds, report = () => {} } = options;
    const log = new EventStoreDbConnection(url, options);
    const claims = postgresClaims(pool);
    const end = createLogEnd(log, claims, options);
    this.#log = log;
    this.#claims = claims;
    this.#end = end;
    this.#appends = new ClaimedAppends({ log, claims, end, leftOpenSeconds, report });
  }

  readonly start = startOfAll;

  readonly compare: Operations["compare"] = compareCheckpoints;

  readonly isBehind: Operations["isBehind"] = () => this.#end.isBehind();

  readonly assertComplete: Operations["assertComplete"] = () => this.#end.assertComplete();

  readonly read: Operations["read"] = async (stream, { after = -1, lastOf } = {}) => {
    const stored = await this.#log.readStream(stream, after + 1);
    const events = withoutSuperseded(productEvents(stored), lastOf);
    return { events, revision: events.at(-1)?.revision ?? after };
  };

  readonly append: Operations["append"] = async (stream, events, expected, command) => {
    await this.#end.assertComplete();
    const { commandId, fingerprint, answer } = command;
    const entry = pendingAppend(stream, events, expected, command);
    for (;;) {
      const checkpoint = await this.#appendOnce({ commandId, fingerprint, answer, entry });
      if (checkpoint !== undefined)
        return { outcome: "appended", checkpoint, revision: expected + events.length };
      const duplicate = await this.#appends.outcomeOf(commandId);
      if (!duplicate) continue;
      const asSentNow = { commandId, fingerprint, answer, checkpoint: duplicate.checkpoint };
      return { outcome: "repeated", command: remembered(duplicate) ?? asSentNow };
    }
  };

  readonly command: Operations["command"] = async (commandId) => {
    const settled = await this.#appends.outcomeOf(commandId);
    return settled && remembered(settled);
  };

  readonly head: Operations["head"] = async () => {
    for (let before: LogPosition | undefined, size = firstPageSize; ; size = pageSize) {
      const page: StoredEvent[] = await this.#log.readAllBackwards(before, size);
      const last = page.find((event) => eventOfProduct(event));
      if (last) return checkpointOf(last.position);
      const next = page.at(-1)?.position;
      if (!next || (before && compareLogPositions(next, before) >= 0)) return startOfAll;
      before = next;
    }
  };

  readonly readAll: Operations["readAll"] = async (after, limit) => {
    const events: RecordedEvent[] = [];
    let at = parseLogPosition(after);
    for (let bytes = 0; events.length < limit && (bytes < batchBytes || events.length === 0); ) {
      const page = await this.#log.readAll(fromPosition(at), pageSize);
      events.push(...productEvents(page.events));
      bytes += page.bytes;
      at = page.events.at(-1)?.position ?? at;
      if (!page.isFull) break;
    }
    const taken = events.slice(0, limit);
    return { events: taken, checkpoint: taken.at(-1)?.checkpoint ?? after };
  };

  readonly subscribe: Operations["subscribe"] = (after, signal) => this.#follow(after, signal);

  readonly forgetCommands: Operations["forgetCommands"] = (olderThanHours) =>
    this.#claims.forget(Math.max(24, olderThanHours));

  readonly close: Operations["close"] = async () => {
    await this.#appends.close();
    this.#log.close();
  };

  /**
   * Returns the checkpoint of the command; undefined if its id is already claimed.
   * @throws WrongRevision
   */
  async #appendOnce(command: Omit<Claim, "attempt">): Promise<Checkpoint | undefined> {
    if (command.entry.events.length > 0) return (await this.#appends.append(command))?.checkpoint;
    const checkpoint = await this.head();
    return (await this.#claims.record(command, checkpoint)) ? checkpoint : undefined;
  }

  /** Continues after a failure behind what it has yielded. */
  async *#follow(after: Checkpoint, signal: AbortSignal): AsyncGenerator<Batch> {
    let at = parseLogPosition(after);
    while (!signal.aborted) {
      try {
        for await (const { events, reached } of this.#log.follow(fromPosition(at), signal)) {
          if (compareLogPositions(reached, at) <= 0) continue;
          // Beyond the known positions of a log that is too short, events of the correct log may exist.
          await this.#end.assertComplete();
          // Servers begin at different events; filtering by position delivers none twice.
          const before = at;
          this.#end.note(reached);
          const newer = events.filter(({ position }) => compareLogPositions(position, before) > 0);
          at = reached;
          yield { events: productEvents(newer), checkpoint: checkpointOf(reached) };
          if (signal.aborted) return;
        }
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        this.#end.invalidate();
        const pauseMs = error instanceof LogBehind ? resubscribeMs : retryMs;
        await pause(pauseMs, undefined, { signal }).catch(() => {});
      }
    }
  }
}

/** The command as callers receive it; undefined once its response has been deleted. */
const remembered = ({ fingerprint, ...rest }: Settled): AcceptedCommand | undefined =>
  fingerprint === null ? undefined : { ...rest, fingerprint };

const fromPosition = (position: LogPosition): LogPosition | undefined =>
  compareLogPositions(position, parseLogPosition(startOfAll)) === 0 ? undefined : position;

const productEvents = (events: readonly StoredEvent[]): RecordedEvent[] =>
  events.flatMap((event) => eventOfProduct(event) ?? []);
