import type pg from "pg";
import { eventId } from "./event-id.ts";
import { type AcceptedCommand, type Checkpoint, type KeptEventStore, WrongRevision } from "./event-store.ts";
import { listeningOn } from "./listening.ts";
import { appendEntries } from "./postgres/append-to-log.ts";
import { batching } from "./postgres/batching.ts";
import type { Entry, Verdict } from "./postgres/entry.ts";
import { batchSize, farBehind, readMany } from "./postgres/far-behind.ts";
import { createLooks } from "./postgres/looks.ts";
import { comparePlaces, parsePlace, startOfLog } from "./postgres/place.ts";
import { readSome, streamFrom } from "./postgres/read-events.ts";
import { WakeUps } from "./postgres/wake-ups.ts";
import { asPortError } from "./unavailable.ts";

export interface PostgresEventStore extends KeptEventStore {
  /** Call at start: after a restore into a younger cluster new events must sort after the restored ones. */
  beginNewEpochIfRestored(): Promise<boolean>;
}

export interface PostgresEventStoreOptions {
  /** How long a subscription waits for a wake-up before it looks by itself (milliseconds), one after the other. */
  readonly pollsMs?: readonly number[];
}

const maxAppendsPerBatch = 64;
const maxBatchesUnderWay = 2;
/** A batch costs the server what eight appends in it cost: two of 16 that take turns get more done than one of 32. */
const worthwhileBatch = 16;
/** Without a wake-up: soon after a change (a transaction that was in the way may end silently), then rarely. */
const usualPollsMs = [10, 20, 40, 80, 160, ...new Array<number>(20).fill(250), 2000];
const retryMs = 250;
const countBetween = `
SELECT count(*)::integer AS events FROM (
  SELECT FROM events WHERE (epoch, txid, seq) > ($1, $2, $3) AND (epoch, txid, seq) <= ($4, $5, $6)
  ORDER BY epoch, txid, seq LIMIT $7) few`;

/** The event store on PostgreSQL 15 or newer whose schema is `eventStoreMigrations`. Connects when first used. */
export function postgresEventStore(
  pool: pg.Pool,
  { pollsMs = usualPollsMs }: PostgresEventStoreOptions = {},
): PostgresEventStore {
  const wakeUps = new WakeUps(listeningOn(pool));
  const looks = createLooks(pool, wakeUps.bell);
  const append = batching<Entry, Verdict>({
    async run(entries) {
      // Many at once keep the server busy meanwhile: they gain nothing by a look of their own.
      const behind = entries.length === 1 ? looks.behindAppend() : undefined;
      try {
        const verdicts = await appendEntries(pool, entries, behind);
        if (verdicts.some((verdict, place) => hasGrown(verdict, entries[place]))) wakeUps.poke();
        return verdicts;
      } finally {
        behind?.share();
      }
    },
    maxItems: maxAppendsPerBatch,
    maxUnderWay: maxBatchesUnderWay,
    worthwhile: worthwhileBatch,
  });

  async function query<Row>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    try {
      return (await pool.query({ name, text, values })).rows as Row[];
    } catch (error) {
      throw asPortError(error);
    }
  }

  return {
    async read(stream, { after = -1, lastOf } = {}) {
      const events = await streamFrom(pool, stream, after, lastOf);
      return { events, revision: events.at(-1)?.revision ?? after };
    },

    async append(stream, events, expected, command) {
      const { commandId, fingerprint, answer, meta, occurredAt, forget } = command;
      const verdict = await append({
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
      if (verdict.outcome === "failed") throw verdict.error;
      if (verdict.outcome === "wrong-revision") throw new WrongRevision(stream);
      if (verdict.outcome === "repeated")
        return { outcome: "repeated", command: acceptedCommand(commandId, verdict) };
      return { outcome: "appended", checkpoint: verdict.checkpoint, revision: expected + events.length };
    },

    async command(commandId) {
      const text = "SELECT checkpoint, fingerprint, answer FROM commands WHERE command_id = $1";
      const [row] = await query<Omit<AcceptedCommand, "commandId">>("command", text, [commandId]);
      return row && acceptedCommand(commandId, row);
    },

    start: startOfLog,

    async head() {
      const [row] = await query<{ head: Checkpoint }>("log_head", "SELECT log_head() AS head", []);
      return row?.head ?? startOfLog;
    },

    compare: (a, b) => comparePlaces(parsePlace(a), parsePlace(b)),

    async countBetween(after, until, most) {
      const [from, to] = [parsePlace(after), parsePlace(until)];
      const values = [from.epoch, from.txid, from.seq, to.epoch, to.txid, to.seq, most].map(String);
      const [row] = await query<{ events: number }>("count_between", countBetween, values);
      return row?.events ?? 0;
    },

    readAll: (after, limit) =>
      limit < batchSize ? readSome(pool, after, limit) : readMany(pool, after, limit),

    async *subscribe(after, signal) {
      wakeUps.start();
      let quietPolls = 0;
      for (let at = after; !signal.aborted; ) {
        const { ticket, found } = looks.after(at);
        const batch = await found;
        if (signal.aborted) return;
        if (batch && batch.events.length > 0) {
          at = batch.checkpoint;
          quietPolls = 0;
          yield batch;
          if (batch.isCut || batch.events.length === batchSize) {
            for await (const further of farBehind(pool, at, { signal })) {
              at = further.checkpoint;
              yield further;
            }
            continue;
          }
          // Near the head: whatever has come meanwhile has rung.
        }
        const poll = batch ? (pollsMs[Math.min(quietPolls, pollsMs.length - 1)] ?? retryMs) : retryMs;
        await looks.waitAt(at, ticket, poll, signal);
        quietPolls = wakeUps.bell.ticket() === ticket ? quietPolls + 1 : 0;
      }
    },

    farBehind: (after, size) => farBehind(pool, after, { size }),

    async forgetCommands(olderThanHours) {
      const text = "SELECT forget_old_commands(make_interval(hours => $1))::integer AS gone";
      const [row] = await query<{ gone: number }>("forget_old_commands", text, [
        Math.max(24, olderThanHours),
      ]);
      return row?.gone ?? 0;
    },

    async beginNewEpochIfRestored() {
      const [row] = await query<{ begun: boolean }>(
        "restored",
        "SELECT begin_new_epoch_if_restored() AS begun",
        [],
      );
      return row?.begun ?? false;
    },

    close: () => wakeUps.close(),
  };
}

/** Also with a repetition: whoever wrote it may not have come to say so. */
const hasGrown = ({ outcome }: Verdict, entry: Entry | undefined): boolean =>
  (outcome === "appended" || outcome === "repeated") && entry !== undefined && entry.events.length > 0;

const acceptedCommand = (
  commandId: string,
  { fingerprint, answer, checkpoint }: Omit<AcceptedCommand, "commandId">,
): AcceptedCommand => ({ commandId, fingerprint, answer, checkpoint });
