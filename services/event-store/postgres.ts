import type pg from "pg";
import {
  type AcceptedCommand,
  type Batch,
  type Checkpoint,
  type OwnedEventStore,
  WrongRevision,
} from "./event-store.ts";
import { listeningOn } from "./listening.ts";
import { pendingAppend } from "./pending-append.ts";
import { appendEntries } from "./postgres/append.ts";
import { batching } from "./postgres/batching.ts";
import type { AppendEntry, AppendOutcome } from "./postgres/entry.ts";
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
export const postgresEventStore = (
  pool: pg.Pool,
  { pollsMs = usualPollsMs }: PostgresEventStoreOptions = {},
): PostgresEventStore => new PostgresLog(pool, pollsMs);

type Operations = Required<PostgresEventStore>;

/** The operations are properties, which can be copied and passed on (`EventStore`), not methods. */
class PostgresLog implements PostgresEventStore {
  readonly #pool: pg.Pool;
  readonly #pollsMs: readonly number[];
  readonly #wakeUps: WakeUps;
  readonly #poll: ReturnType<typeof sharedPolls>;
  readonly #appendInBatch: (entry: AppendEntry) => Promise<AppendOutcome>;

  constructor(pool: pg.Pool, pollsMs: readonly number[]) {
    this.#pool = pool;
    this.#pollsMs = pollsMs;
    this.#wakeUps = new WakeUps(listeningOn(pool));
    this.#poll = sharedPolls(pool);
    this.#appendInBatch = batching({
      run: (entries) => this.#appendBatch(entries),
      maxItems: maxAppendsPerBatch,
      maxInFlight: maxBatchesInFlight,
      worthwhile: worthwhileBatch,
    });
  }

  readonly start = startOfLog;

  readonly compare: Operations["compare"] = (a, b) => comparePositions(parsePosition(a), parsePosition(b));

  readonly read: Operations["read"] = async (stream, { after = -1, lastOf } = {}) => {
    const events = await streamFrom(this.#pool, stream, after, lastOf);
    return { events, revision: events.at(-1)?.revision ?? after };
  };

  readonly append: Operations["append"] = async (stream, events, expected, command) => {
    const { commandId, fingerprint, answer } = command;
    const outcome = await this.#appendInBatch({
      ...pendingAppend(stream, events, expected, command),
      id: commandId,
      fingerprint,
      answer: answer ?? null,
    });
    if (outcome.outcome === "failed") throw outcome.error;
    if (outcome.outcome === "wrong-revision") throw new WrongRevision(stream);
    if (outcome.outcome === "repeated")
      return { outcome: "repeated", command: acceptedCommand(commandId, outcome) };
    return { outcome: "appended", checkpoint: outcome.checkpoint, revision: expected + events.length };
  };

  readonly command: Operations["command"] = async (commandId) => {
    const row = await this.#queryRow<Omit<AcceptedCommand, "commandId">>({
      name: "command",
      text: "SELECT checkpoint, fingerprint, answer FROM commands WHERE command_id = $1",
      values: [commandId],
    });
    return row && acceptedCommand(commandId, row);
  };

  readonly head: Operations["head"] = async () => {
    const row = await this.#queryRow<{ head: Checkpoint }>({
      name: "log_head",
      text: "SELECT log_head() AS head",
    });
    return row?.head ?? startOfLog;
  };

  readonly countBetween: Operations["countBetween"] = async (after, until, limit) => {
    const from = parsePosition(after);
    const to = parsePosition(until);
    const values = [from.epoch, from.txid, from.seq, to.epoch, to.txid, to.seq, limit].map(String);
    const row = await this.#queryRow<{ events: number }>({
      name: "count_between",
      text: countBetween,
      values,
    });
    return row?.events ?? 0;
  };

  readonly readAll: Operations["readAll"] = async (after, limit) => {
    const { events, checkpoint } = await readPage(this.#pool, after, limit);
    return { events, checkpoint };
  };

  readonly readAhead: Operations["readAhead"] = (after, size) => readAhead(this.#pool, after, size);

  readonly subscribe: Operations["subscribe"] = (after, signal) => this.#follow(after, signal);

  readonly forgetCommands: Operations["forgetCommands"] = async (olderThanHours) => {
    const row = await this.#queryRow<{ gone: number }>({
      name: "forget_old_commands",
      text: "SELECT forget_old_commands(make_interval(hours => $1))::integer AS gone",
      values: [Math.max(24, olderThanHours)],
    });
    return row?.gone ?? 0;
  };

  readonly beginNewEpochIfRestored: Operations["beginNewEpochIfRestored"] = async () => {
    const row = await this.#queryRow<{ begun: boolean }>({
      name: "restored",
      text: "SELECT begin_new_epoch_if_restored() AS begun",
    });
    return row?.begun ?? false;
  };

  readonly close: Operations["close"] = () => this.#wakeUps.close();

  async #appendBatch(entries: readonly AppendEntry[]): Promise<readonly AppendOutcome[]> {
    const outcomes = await appendEntries(this.#pool, entries);
    if (outcomes.some((outcome, n) => hasGrown(outcome, entries[n]))) this.#wakeUps.notify();
    return outcomes;
  }

  async *#follow(after: Checkpoint, signal: AbortSignal): AsyncGenerator<Batch> {
    const { signal: grown } = this.#wakeUps;
    this.#wakeUps.start();
    let emptyPolls = 0;
    for (let at = after; !signal.aborted; ) {
      const { generation } = grown;
      const page = await this.#poll(at, generation);
      if (signal.aborted) return;
      if (page && page.events.length > 0) {
        at = page.checkpoint;
        emptyPolls = 0;
        yield page;
        if (page.isFull) {
          for await (const further of readAhead(this.#pool, at, batchSize, signal)) {
            at = further.checkpoint;
            yield further;
          }
          continue;
        }
        // Near the head, appends during the read have sent a notification.
      }
      const pauseMs = page ? this.#pauseMs(emptyPolls) : retryMs;
      await grown.wait(generation, pauseMs, signal);
      emptyPolls = grown.generation === generation ? emptyPolls + 1 : 0;
    }
  }

  #pauseMs(emptyPolls: number): number {
    return this.#pollsMs[Math.min(emptyPolls, this.#pollsMs.length - 1)] ?? retryMs;
  }

  async #queryRow<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row | undefined> {
    const [row] = await queryRows<Row>(this.#pool, statement);
    return row;
  }
}

/** True for a duplicate as well: the process that appended it may have died before it sent the notification. */
const hasGrown = ({ outcome }: AppendOutcome, entry: AppendEntry | undefined): boolean =>
  (outcome === "appended" || outcome === "repeated") && entry !== undefined && entry.events.length > 0;

const acceptedCommand = (
  commandId: string,
  { fingerprint, answer, checkpoint }: Omit<AcceptedCommand, "commandId">,
): AcceptedCommand => ({ commandId, fingerprint, answer, checkpoint });
