import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { eventId } from "./event-id.ts";
import {
  type AcceptedCommand,
  AppendTooLarge,
  batchBytes,
  type Checkpoint,
  type CommandRecord,
  type KeptEventStore,
  LogBehind,
  type NewEvent,
  type RecordedEvent,
  type Revision,
  StoreUnavailable,
  WrongRevision,
} from "./event-store.ts";
import { type Claim, type ClaimedAppend, postgresClaims, type Settled } from "./eventstoredb/claims.ts";
import { type ConnectionOptions, connectToEventStoreDb } from "./eventstoredb/connection.ts";
import { eventOfProduct, metadataOf } from "./eventstoredb/event.ts";
import { repeating } from "./eventstoredb/lines.ts";
import { whereTheLogEnds } from "./eventstoredb/log-end.ts";
import {
  checkpointOf,
  compareCheckpoints,
  compareLogPlaces,
  type LogPlace,
  parseLogPlace,
  startOfAll,
} from "./eventstoredb/log-place.ts";
import type { StoredEvent } from "./eventstoredb/protocol.ts";
import { withoutSuperseded } from "./superseded.ts";

export interface EventStoreDbOptions extends ConnectionOptions {
  /** `esdb://…` */
  readonly url: string;
  /** Where commands and members' keys are kept (`eventStoreMigrations`). */
  readonly pool: pg.Pool;
  /** After how many seconds an append that was begun is finished by the next process that notices. */
  readonly leftOpenSeconds?: number;
  /** Places that the log must hold: how far whatever follows it has come. */
  readonly knownPlaces?: () => Promise<readonly Checkpoint[]>;
  /** Takes a sentence for the operator. */
  readonly report?: (sentence: string) => void;
}

const pageSize = 500;
/** `MaxAppendSize` of a server that takes the longest text of the contract, encrypted. */
const neededAppendBytes = 4 * 1024 * 1024;
const retryMs = 250;
/** How long a twin is given to finish before its append is done for it. */
const patienceMs = 400;
const twinMs = 20;
/** Before a log that is too short is followed again. */
const lookAgainMs = 2000;
const usualLeftOpenSeconds = 5;
const closingMs = 2000;

/**
 * The event store on EventStoreDB or KurrentDB. Events live there; answers of commands and members' keys in PostgreSQL,
 * where each append is claimed before it is sent (docs/decisions/eventstoredb.md).
 */
export function eventStoreDb(options: EventStoreDbOptions): KeptEventStore {
  const { url, pool, leftOpenSeconds = usualLeftOpenSeconds } = options;
  const log = connectToEventStoreDb(url, options);
  const claims = postgresClaims(pool);
  const end = whereTheLogEnds(log, claims, options);
  let isClosing = false;
  let sweeping: Promise<void> | undefined;
  const sweeper = setInterval(() => {
    sweeping ??= finishLeftOpen().finally(() => {
      sweeping = undefined;
    });
  }, leftOpenSeconds * 1000);
  sweeper.unref();

  /** The place of the last event of an append, if its events are in the stream. */
  async function placeIn({ stream, expected, events }: ClaimedAppend): Promise<LogPlace | undefined> {
    const there = await log.readStream(stream, expected + 1, events.length);
    const isOurs = there.length === events.length && there[0]?.id === events[0]?.id;
    return isOurs ? there.at(-1)?.place : undefined;
  }

  /** Appends, for the first time or not: the same ids at the same revision are there once. undefined: never will be. */
  async function send(claim: Claim, mayBeThere: boolean): Promise<LogPlace | undefined> {
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
    const place = await repeating(async (attempt) => {
      isRepeated ||= attempt > 0;
      try {
        const written = await log.append(stream, unstored, expected);
        return isRepeated ? await placeIn(entry) : written;
      } catch (error) {
        if (error instanceof StoreUnavailable) end.doubt();
        if (error instanceof StoreUnavailable || isRepeated) throw error;
        if (error instanceof AppendTooLarge)
          options.report?.(
            `${error.message}: set its MaxAppendSize, and MaxAppendEventSize if it is set, to ${neededAppendBytes} (docs/operations/eventstoredb.md).`,
          );
        // Refused for what it is. Not let go where an earlier try may have written it.
        await claims.letGo(claim);
        throw error;
      }
    });
    if (place) await end.demandBehind(known, place, !isRepeated);
    return place;
  }

  /** Brings a claim to its end; undefined: its append was refused, and the claim is gone. */
  async function finish(claim: Claim, isOwn: boolean): Promise<Settled | undefined> {
    const place = await send(claim, !isOwn);
    if (!place) {
      await claims.letGo(claim);
      return undefined;
    }
    const { commandId, fingerprint, answer } = claim;
    const checkpoint = checkpointOf(place);
    await claims.settle(claim, checkpoint);
    return { commandId, checkpoint, fingerprint, answer };
  }

  /** What became of a command that is known already. */
  async function outcomeOf(commandId: string): Promise<Settled | undefined> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const known = await claims.find(commandId);
      if (!known) return undefined;
      if ("settled" in known) return known.settled;
      if (performance.now() > until) return finish(known.open, false);
      await pause(twinMs);
    }
  }

  async function finishLeftOpen(): Promise<void> {
    const open = await claims.leftOpen(leftOpenSeconds).catch(() => []);
    // One that cannot be finished yet holds up no other; the next round tries it again.
    for (const claim of open)
      if (!isClosing)
        await end
          .demandWhole()
          .then(() => finish(claim, false))
          .catch(() => {});
  }

  async function head(): Promise<Checkpoint> {
    for (let before: LogPlace | undefined, size = 16; ; size = pageSize) {
      const page: StoredEvent[] = await log.readAllBackwards(before, size);
      const last = page.find((event) => eventOfProduct(event));
      if (last) return checkpointOf(last.place);
      const next = page.at(-1)?.place;
      if (!next || (before && compareLogPlaces(next, before) >= 0)) return startOfAll;
      before = next;
    }
  }

  return {
    async read(stream, { after = -1, lastOf } = {}) {
      const events = withoutSuperseded(productEvents(await log.readStream(stream, after + 1)), lastOf);
      return { events, revision: events.at(-1)?.revision ?? after };
    },

    async append(stream, events, expected, command) {
      await end.demandWhole();
      const claimed = claimedCommand(stream, events, expected, command);
      for (;;) {
        if (events.length === 0) {
          const checkpoint = await head();
          if (await claims.keep(claimed, checkpoint))
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
        const twin = await outcomeOf(command.commandId);
        if (!twin) continue;
        const { commandId, fingerprint, answer } = command;
        const asSentNow = { commandId, fingerprint, answer, checkpoint: twin.checkpoint };
        return { outcome: "repeated", command: remembered(twin) ?? asSentNow };
      }
    },

    async command(commandId) {
      const settled = await outcomeOf(commandId);
      return settled && remembered(settled);
    },

    start: startOfAll,
    head,
    isBehind: end.isBehind,
    demandWhole: end.demandWhole,
    compare: compareCheckpoints,

    async readAll(after, limit) {
      const events: RecordedEvent[] = [];
      let at = parseLogPlace(after);
      for (let bytes = 0; events.length < limit && (bytes < batchBytes || events.length === 0); ) {
        const page = await log.readAll(fromPlace(at), pageSize);
        events.push(...productEvents(page.events));
        bytes += page.bytes;
        at = page.events.at(-1)?.place ?? at;
        if (!page.isFull) break;
      }
      const taken = events.slice(0, limit);
      return { events: taken, checkpoint: taken.at(-1)?.checkpoint ?? after };
    },

    async *subscribe(after, signal) {
      let at = parseLogPlace(after);
      while (!signal.aborted) {
        try {
          for await (const { events, reached } of log.follow(fromPlace(at), signal)) {
            if (compareLogPlaces(reached, at) <= 0) continue;
            // Behind the places of a shorter log may be events of the right one.
            await end.demandWhole();
            // Wherever the server begins: nothing comes twice.
            const before = at;
            end.note(reached);
            const fresh = events.filter(({ place }) => compareLogPlaces(place, before) > 0);
            at = reached;
            yield { events: productEvents(fresh), checkpoint: checkpointOf(reached) };
            if (signal.aborted) return;
          }
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          end.doubt();
          const pauseMs = error instanceof LogBehind ? lookAgainMs : retryMs;
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

function claimedCommand(
  stream: string,
  events: readonly NewEvent[],
  expected: Revision,
  { commandId, fingerprint, answer, meta, occurredAt, forget }: CommandRecord,
): Omit<Claim, "attempt"> {
  return {
    commandId,
    fingerprint,
    answer,
    entry: {
      stream,
      expected,
      meta: { commandId, ...meta },
      at: occurredAt,
      ...(forget?.length ? { forget } : {}),
      events: events.map(({ type, schemaVersion, data }, index) => ({
        id: eventId(commandId, index),
        type,
        version: schemaVersion,
        data,
      })),
    },
  };
}

/** As the caller may see it; undefined once the answer is forgotten. */
const remembered = ({ fingerprint, ...rest }: Settled): AcceptedCommand | undefined =>
  fingerprint === null ? undefined : { ...rest, fingerprint };

const fromPlace = (place: LogPlace): LogPlace | undefined =>
  compareLogPlaces(place, parseLogPlace(startOfAll)) === 0 ? undefined : place;

const productEvents = (events: readonly StoredEvent[]): RecordedEvent[] =>
  events.flatMap((event) => eventOfProduct(event) ?? []);
