import type pg from "pg";
import { eventId } from "./event-id.ts";
import { type AcceptedCommand, type Checkpoint, type OwnedEventStore, WrongRevision } from "./event-store.ts";
import { listeningOn } from "./listening.ts";
import { appendEntries } from "./postgres/append.ts";
import { batching } from "./postgres/batching.ts";
import type { Entry, Outcome } from "./postgres/entry.ts";
import { comparePositions, parsePosition, startOfLog } from "./postgres/position.ts";
import { queryRows } from "./postgres/query-rows.ts";
import { batchSize, readAhead, readPage, sharedPolls, streamFrom } from "./postgres/read.ts";
import { WakeUps } from "./postgres/wake-ups.ts";

export interface PostgresEventStore extends OwnedEventStore {
  /** Call at start: after a restore into a younger cluster, new events must sort after the restored ones. */
  beginNewEpochIfRestored(): Promise<boolean>;
}

interface PostgresEventStoreOptions {
  /** Pauses between polls without a wake-up (milliseconds), in this order. */
  readonly pollsMs?: readonly number[];
}

const maxAppendsPerBatch = 64;
const maxBatchesInFlight = 2;
/**
 * A batch costs the server as much as eight of its appends: two alternating batches of 16 append more than one of 32.
 */
const worthwhileBatch = 16;
/** Polls soon after a change, because a blocking transaction may end without a notification, and rarely later. */
const usualPollsMs = [10, 20, 40, 80, 160, ...new Array<number>(20).fill(250), 2000];
const retryMs = 250;
const countBetween = `
SELECT count(*)::integer AS events FROM (
  SELECT FROM events WHERE (epoch, txid, seq) > ($1, $2, $3) AND (epoch, txid, seq) <= ($4, $5, $6)
  ORDER BY epoch, txid, seq LIMIT $7) few`;

/** The event store on PostgreSQL 15 or newer with the schema `eventStoreMigrations`. It connects on first use. */
export function postgresEventStore(
  pool: pg.Pool,
  { pollsMs = usualPollsMs }: PostgresEventStoreOptions = {},
): PostgresEventStore {
  const wakeUps = new WakeUps(listeningOn(pool));
  const poll = sharedPolls(pool);
  const append = batching<Entry, Outcome>({
    async run(entries) {
      const outcomes = await appendEntries(pool, entries);
      if (outcomes.some((outcome, n) => hasGrown(outcome, entries[n]))) wakeUps.notify();
      return outcomes;
    },
    maxItems: maxAppendsPerBatch,
    maxInFlight: maxBatchesInFlight,
    worthwhile: worthwhileBatch,
  });

  return {
    async read(stream, { after = -1, lastOf } = {}) {
      const events = await streamFrom(pool, stream, after, lastOf);
      return { events, revision: events.at(-1)?.revision ?? after };
    },

    async append(stream, events, expected, command) {
      const { commandId, fingerprint, answer, meta, occurredAt, forget } = command;
      const outcome = await append({
        id: commandId,
        fingerprint,
        answer: answer ?? null,
        at: occurredAt,
        stream,
        expected,
        meta: { commandId, ...meta },
        ...(forget?.length ? { forget } : {}),
        events: events.map(({ type, schemaVersion, data }, index) => ({
          id: eventId(commandId, index),
          type,
          version: schemaVersion,
          data,
        })),
      });
      if (outcome.outcome === "failed") throw outcome.error;
      if (outcome.outcome === "wrong-revision") throw new WrongRevision(stream);
      if (outcome.outcome === "repeated")
        return { outcome: "repeated", command: acceptedCommand(commandId, outcome) };
      return { outcome: "appended", checkpoint: outcome.checkpoint, revision: expected + events.length };
    },

    async command(commandId) {
      const text = "SELECT checkpoint, fingerprint, answer FROM commands WHERE command_id = $1";
      const [row] = await queryRows<Omit<AcceptedCommand, "commandId">>(pool, {
        name: "command",
        text,
        values: [commandId],
      });
      return row && acceptedCommand(commandId, row);
    },

    start: startOfLog,

    async head() {
      const [row] = await queryRows<{ head: Checkpoint }>(pool, {
        name: "log_head",
        text: "SELECT log_head() AS head",
      });
      return row?.head ?? startOfLog;
    },

    compare: (a, b) => comparePositions(parsePosition(a), parsePosition(b)),

    async countBetween(after, until, limit) {
      const from = parsePosition(after);
      const to = parsePosition(until);
      const values = [from.epoch, from.txid, from.seq, to.epoch, to.txid, to.seq, limit].map(String);
      const [row] = await queryRows<{ events: number }>(pool, {
        name: "count_between",
        text: countBetween,
        values,
      });
      return row?.events ?? 0;
    },

    async readAll(after, limit) {
      const { events, checkpoint } = await readPage(pool, after, limit);
      return { events, checkpoint };
    },

    async *subscribe(after, signal) {
      wakeUps.start();
      let emptyPolls = 0;
      for (let at = after; !signal.aborted; ) {
        const { generation } = wakeUps.signal;
        const page = await poll(at, generation);
        if (signal.aborted) return;
        if (page && page.events.length > 0) {
          at = page.checkpoint;
          emptyPolls = 0;
          yield page;
          if (page.isFull) {
            for await (const further of readAhead(pool, at, batchSize, signal)) {
              at = further.checkpoint;
              yield further;
            }
            continue;
          }
          // Near the head, appends during the read have sent a notification.
        }
        const pauseMs = page ? (pollsMs[Math.min(emptyPolls, pollsMs.length - 1)] ?? retryMs) : retryMs;
        await wakeUps.signal.wait(generation, pauseMs, signal);
        emptyPolls = wakeUps.signal.generation === generation ? emptyPolls + 1 : 0;
      }
    },

    readAhead: (after, size) => readAhead(pool, after, size),

    async forgetCommands(olderThanHours) {
      const text = "SELECT forget_old_commands(make_interval(hours => $1))::integer AS gone";
      const [row] = await queryRows<{ gone: number }>(pool, {
        name: "forget_old_commands",
        text,
        values: [Math.max(24, olderThanHours)],
      });
      return row?.gone ?? 0;
    },

    async beginNewEpochIfRestored() {
      const [row] = await queryRows<{ begun: boolean }>(pool, {
        name: "restored",
        text: "SELECT begin_new_epoch_if_restored() AS begun",
      });
      return row?.begun ?? false;
    },

    close: () => wakeUps.close(),
  };
}

/** True for a duplicate as well: the process that appended it may have died before it sent the notification. */
const hasGrown = ({ outcome }: Outcome, entry: Entry | undefined): boolean =>
  (outcome === "appended" || outcome === "repeated") && entry !== undefined && entry.events.length > 0;

const acceptedCommand = (
  commandId: string,
  { fingerprint, answer, checkpoint }: Omit<AcceptedCommand, "commandId">,
): AcceptedCommand => ({ commandId, fingerprint, answer, checkpoint });
