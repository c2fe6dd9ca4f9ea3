import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import {
  type AcceptedCommand,
  AppendTooLarge,
  batchBytes,
  type Checkpoint,
  LogBehind,
  type OwnedEventStore,
  type RecordedEvent,
  StoreUnavailable,
  WrongRevision,
} from "./event-store.ts";
import { type Claim, postgresClaims, type Settled } from "./eventstoredb/claims.ts";
import { type ConnectionOptions, connectToEventStoreDb } from "./eventstoredb/connection.ts";
import { eventOfProduct, metadataOf } from "./eventstoredb/event.ts";
import { repeating } from "./eventstoredb/leader-connection.ts";
import { createLogEnd } from "./eventstoredb/log-end.ts";
import {
  checkpointOf,
  compareCheckpoints,
  compareLogPositions,
  type LogPosition,
  parseLogPosition,
  startOfAll,
} from "./eventstoredb/log-position.ts";
import type { StoredEvent } from "./eventstoredb/protocol.ts";
import { type PendingAppend, pendingAppend } from "./pending-append.ts";
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
/** `MaxAppendSize` that a server needs for the longest text of the contract after encryption. */
const neededAppendBytes = 4 * 1024 * 1024;
const retryMs = 250;
/** How long a process waits for the concurrent duplicate of its command before it finishes that append itself. */
const patienceMs = 400;
const duplicatePollMs = 20;
/** Pause before a subscription to a log that is too short starts again. */
const resubscribeMs = 2000;
const defaultLeftOpenSeconds = 5;
const closingMs = 2000;

/**
 * The event store on EventStoreDB or KurrentDB. The server holds the events; PostgreSQL holds responses of commands and
 * members' keys and records a claim for each append before it is sent (docs/decisions/eventstoredb.md).
 */
export function eventStoreDb(options: EventStoreDbOptions): OwnedEventStore {
  const { url, pool, leftOpenSeconds = defaultLeftOpenSeconds } = options;
  const log = connectToEventStoreDb(url, options);
  const claims = postgresClaims(pool);
  const end = createLogEnd(log, claims, options);
  let isClosing = false;
  let sweeping: Promise<void> | undefined;
  const sweeper = setInterval(() => {
    sweeping ??= finishOpenClaims().finally(() => {
      sweeping = undefined;
    });
  }, leftOpenSeconds * 1000);
  sweeper.unref();

  /** Position of the last event of an append, if its events are in the stream. */
  async function positionIn({ stream, expected, events }: PendingAppend): Promise<LogPosition | undefined> {
    const there = await log.readStream(stream, expected + 1, events.length);
    const isOurs = there.length === events.length && there[0]?.id === events[0]?.id;
    return isOurs ? there.at(-1)?.position : undefined;
  }

  /**
   * Sends an append, possibly again: the server stores the same ids at the same revision only once. Returns undefined
   * if the append can no longer succeed.
   */
  async function send(claim: Claim, mayBeThere: boolean): Promise<LogPosition | undefined> {
    const { entry } = claim;
    const { stream, expected, events } = entry;
    const unstored = events.map(({ id, type, version, data }) => ({
      id,
      type,
      data,
      metadata: metadataOf(entry.meta, version, entry.at),
    }));
    const known = end.known();
    let isRepeated = mayBeThere;
    const position = await repeating(async (attempt) => {
      isRepeated ||= attempt > 0;
      try {
        const written = await log.append(stream, unstored, expected);
        return isRepeated ? await positionIn(entry) : written;
      } catch (error) {
        if (error instanceof StoreUnavailable) end.invalidate();
        if (error instanceof StoreUnavailable || isRepeated) throw error;
        if (error instanceof AppendTooLarge)
          options.report?.(
            `${error.message}: set its MaxAppendSize, and MaxAppendEventSize if it is set, to ${neededAppendBytes} (docs/operations/eventstoredb.md).`,
          );
        // The server refused the append itself. The claim stays where an earlier attempt may have written the events.
        await claims.release(claim);
        throw error;
      }
    });
    if (position) await end.assertAppended(known, position, !isRepeated);
    return position;
  }

  /** Settles a claim. Returns undefined if its append was refused and the claim was released. */
  async function finish(claim: Claim, isOwn: boolean): Promise<Settled | undefined> {
    const position = await send(claim, !isOwn);
    if (!position) {
      await claims.release(claim);
      return undefined;
    }
    const { commandId, fingerprint, answer } = claim;
    const checkpoint = checkpointOf(position);
    await claims.settle(claim, checkpoint);
    return { commandId, checkpoint, fingerprint, answer };
  }

  /** Outcome of a command that is already claimed or settled. */
  async function outcomeOf(commandId: string): Promise<Settled | undefined> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const known = await claims.find(commandId);
      if (!known) return undefined;
      if ("settled" in known) return known.settled;
      if (performance.now() > until) return finish(known.open, false);
      await pause(duplicatePollMs);
    }
  }

  async function finishOpenClaims(): Promise<void> {
    const open = await claims.leftOpen(leftOpenSeconds).catch(() => []);
    // A claim that cannot be finished yet does not block the others; the next round tries it again.
    for (const claim of open)
      if (!isClosing)
        await end
          .assertComplete()
          .then(() => finish(claim, false))
          .catch(() => {});
  }

  async function head(): Promise<Checkpoint> {
    for (let before: LogPosition | undefined, size = 16; ; size = pageSize) {
      const page: StoredEvent[] = await log.readAllBackwards(before, size);
      const last = page.find((event) => eventOfProduct(event));
      if (last) return checkpointOf(last.position);
      const next = page.at(-1)?.position;
      if (!next || (before && compareLogPositions(next, before) >= 0)) return startOfAll;
      before = next;
    }
  }

  return {
    async read(stream, { after = -1, lastOf } = {}) {
      const events = withoutSuperseded(productEvents(await log.readStream(stream, after + 1)), lastOf);
      return { events, revision: events.at(-1)?.revision ?? after };
    },

    async append(stream, events, expected, command) {
      await end.assertComplete();
      const { commandId, fingerprint, answer } = command;
      const entry = pendingAppend(stream, events, expected, command);
      const claimed = { commandId, fingerprint, answer, entry };
      for (;;) {
        if (events.length === 0) {
          const checkpoint = await head();
          if (await claims.record(claimed, checkpoint))
            return { outcome: "appended", checkpoint, revision: expected };
        } else {
          const claim = await claims.claim(claimed);
          if (claim) {
            const settled = await finish(claim, true);
            if (!settled) throw new WrongRevision(stream);
            const { checkpoint } = settled;
            return { outcome: "appended", checkpoint, revision: expected + events.length };
          }
        }
        const duplicate = await outcomeOf(commandId);
        if (!duplicate) continue;
        const asSentNow = { commandId, fingerprint, answer, checkpoint: duplicate.checkpoint };
        return { outcome: "repeated", command: remembered(duplicate) ?? asSentNow };
      }
    },

    async command(commandId) {
      const settled = await outcomeOf(commandId);
      return settled && remembered(settled);
    },

    start: startOfAll,
    head,
    isBehind: end.isBehind,
    assertComplete: end.assertComplete,
    compare: compareCheckpoints,

    async readAll(after, limit) {
      const events: RecordedEvent[] = [];
      let at = parseLogPosition(after);
      for (let bytes = 0; events.length < limit && (bytes < batchBytes || events.length === 0); ) {
        const page = await log.readAll(fromPosition(at), pageSize);
        events.push(...productEvents(page.events));
        bytes += page.bytes;
        at = page.events.at(-1)?.position ?? at;
        if (!page.isFull) break;
      }
      const taken = events.slice(0, limit);
      return { events: taken, checkpoint: taken.at(-1)?.checkpoint ?? after };
    },

    async *subscribe(after, signal) {
      let at = parseLogPosition(after);
      while (!signal.aborted) {
        try {
          for await (const { events, reached } of log.follow(fromPosition(at), signal)) {
            if (compareLogPositions(reached, at) <= 0) continue;
            // Beyond the known positions of a log that is too short, events of the correct log may exist.
            await end.assertComplete();
            // Servers begin at different events; filtering by position delivers none twice.
            const before = at;
            end.note(reached);
            const newer = events.filter(({ position }) => compareLogPositions(position, before) > 0);
            at = reached;
            yield { events: productEvents(newer), checkpoint: checkpointOf(reached) };
            if (signal.aborted) return;
          }
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          end.invalidate();
          const pauseMs = error instanceof LogBehind ? resubscribeMs : retryMs;
          await pause(pauseMs, undefined, { signal }).catch(() => {});
        }
      }
    },

    forgetCommands: (olderThanHours) => claims.forget(Math.max(24, olderThanHours)),

    async close() {
      isClosing = true;
      clearInterval(sweeper);
      await Promise.race([sweeping, pause(closingMs, undefined, { ref: false })]);
      log.close();
    },
  };
}

/** The command as callers receive it; undefined once its response has been deleted. */
const remembered = ({ fingerprint, ...rest }: Settled): AcceptedCommand | undefined =>
  fingerprint === null ? undefined : { ...rest, fingerprint };

const fromPosition = (position: LogPosition): LogPosition | undefined =>
  compareLogPositions(position, parseLogPosition(startOfAll)) === 0 ? undefined : position;

const productEvents = (events: readonly StoredEvent[]): RecordedEvent[] =>
  events.flatMap((event) => eventOfProduct(event) ?? []);
