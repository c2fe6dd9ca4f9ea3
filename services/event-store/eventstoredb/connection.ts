import { PassThrough } from "node:stream";
import type { ClientReadableStream } from "@grpc/grpc-js";
import { batchBytes, type Revision, StoreUnavailable } from "../event-store.ts";
import { leftOf } from "../time-budget.ts";
import { WakeSignal } from "../wake-signal.ts";
import { weightOf } from "../weight.ts";
import { readAddress } from "./address.ts";
import { asPortError, isNamed, leaderIn, Silence } from "./faults.ts";
import { isOutage, type Line, linesTo, repeating, within } from "./lines.ts";
import { compareLogPlaces, type LogPlace } from "./log-place.ts";
import {
  type AppendResp,
  allRequest,
  appendMessages,
  backwardsRequest,
  checkpointIn,
  eventIn,
  placeOf,
  type ReadReq,
  type ReadResp,
  type StoredEvent,
  streamRequest,
  subscriptionRequest,
  type UnstoredEvent,
} from "./protocol.ts";

/** What the product asks of EventStoreDB, or of KurrentDB, which speaks the same protocol. */
export interface EventStoreDbConnection {
  /** All or none; undefined: the stream is at another revision. */
  append(stream: string, events: readonly UnstoredEvent[], expected: Revision): Promise<LogPlace | undefined>;
  /** Events of a stream from a revision on, oldest first. */
  readStream(stream: string, from: Revision, limit?: number): Promise<StoredEvent[]>;
  /** Events of all streams after a place, system's and strangers' included; of large ones fewer. */
  readAll(after: LogPlace | undefined, limit: number): Promise<LogPage>;
  /** Events from a place on, the one that stands there included. */
  readAllAt(place: LogPlace, limit: number): Promise<StoredEvent[]>;
  /** The same from the end of the log, or from a place, towards its start. */
  readAllBackwards(before: LogPlace | undefined, limit: number): Promise<StoredEvent[]>;
  /** Events after a place as they come, the server's own left out. Ends by abort, else with an error. */
  follow(after: LogPlace | undefined, signal: AbortSignal): AsyncGenerator<Followed>;
  close(): void;
}

interface LogPage {
  readonly events: readonly StoredEvent[];
  /** Of their texts, about. */
  readonly bytes: number;
  /** There may be more. */
  readonly isFull: boolean;
}

interface Followed {
  readonly events: readonly StoredEvent[];
  /** Everything up to here has been looked at. */
  readonly reached: LogPlace;
}

export interface ConnectionOptions {
  /** How long the server may be silent while it owes an answer (milliseconds). */
  readonly answerMs?: number;
}

const batchSize = 500;
/** Answers that wait to be taken from a subscription: their events may be large. */
const maxAhead = 100;
const never = 2 ** 31 - 1;
/** A call's own deadline comes before the timer beside it. */
const graceMs = 250;

/**
 * @param url `esdb://…` or `esdb+discover://…`: one node, several (`host1,host2,host3`) or a name that stands for them.
 */
export function connectToEventStoreDb(
  url: string,
  { answerMs = 3000 }: ConnectionOptions = {},
): EventStoreDbConnection {
  const address = readAddress(url);
  const { metadata } = address;
  const lines = linesTo(address, answerMs);

  /** @param isEnough asked after each event */
  const collect = (request: ReadReq, isEnough: (event: StoredEvent) => boolean = () => false) =>
    repeating(() =>
      lines.call(async ({ streams }, ms) => {
        const events: StoredEvent[] = [];
        const isOver = (answer: ReadResp) => {
          const event = eventIn(answer);
          if (event) events.push(event);
          return event !== undefined && isEnough(event);
        };
        try {
          await readUntil(streams.read(request, metadata), isOver, ms);
        } catch (error) {
          if (!isNamed(error, "stream-not-found")) throw error;
        }
        return events;
      }),
    );

  const readStream: EventStoreDbConnection["readStream"] = (stream, from, limit = Number.MAX_SAFE_INTEGER) =>
    collect(streamRequest(stream, from, limit));

  const readAllBackwards: EventStoreDbConnection["readAllBackwards"] = (before, limit) =>
    collect(backwardsRequest(before, limit));

  /** Servers also send places between two events (prepare position 0), which a log that ends there never reaches. */
  async function eventAt(place: LogPlace): Promise<LogPlace> {
    if (place.prepare > 0n) return place;
    const [last] = await readAllBackwards({ ...place, prepare: place.commit }, 1);
    return last?.place ?? place;
  }

  return {
    async append(stream, events, expected) {
      const answer = await lines.call((line, ms) =>
        within(ms + graceMs, send(line, stream, events, expected, ms)),
      );
      if (!answer?.hasSuccess()) return undefined;
      // A server that recognises a repetition may not say where the events are.
      const [last] = placeOf(answer.getSuccess()?.getPosition())
        ? []
        : await readStream(stream, expected + events.length, 1);
      return placeOf(answer.getSuccess()?.getPosition()) ?? last?.place;
    },

    readStream,

    // The server begins with the event at the place itself, which the reader has.
    readAll: async (after, limit) => {
      let bytes = 0;
      const isFresh = ({ place }: StoredEvent) => after === undefined || compareLogPlaces(place, after) > 0;
      const isEnough = (event: StoredEvent) => {
        if (isFresh(event)) bytes += weightOf(event.data);
        return bytes >= batchBytes;
      };
      const found = await collect(allRequest(after, limit + 1), isEnough);
      const fresh = found.filter(isFresh);
      return { events: fresh.slice(0, limit), bytes, isFull: bytes >= batchBytes || fresh.length >= limit };
    },

    readAllAt: (place, limit) => collect(allRequest(place, limit)),

    readAllBackwards,

    async *follow(after, signal) {
      const wake = new WakeSignal();
      let failure: { readonly error: unknown } | undefined;
      const broken = (error: unknown) => {
        failure ??= { error };
        wake.notify();
      };
      const { line, reading } = await lines.call(async (present) => ({
        line: present,
        reading: present.streams.read(subscriptionRequest(after, batchSize), metadata).on("error", broken),
      }));
      const answers = reading.pipe(new PassThrough({ objectMode: true, highWaterMark: maxAhead }));
      answers.on("readable", () => wake.notify());
      answers.on("end", () => broken(new Error("the server ended the subscription")));
      const onReplaced = () => broken(new StoreUnavailable(undefined));
      line.ended.addEventListener("abort", onReplaced);
      if (line.ended.aborted) onReplaced();
      // It is confirmed at once, or the server does not answer at all.
      const unconfirmed = setTimeout(() => broken(new Silence()), answerMs);
      try {
        while (!signal.aborted) {
          const { generation } = wake;
          const { reached, events } = drain(answers, () => clearTimeout(unconfirmed));
          if (reached) yield { events, reached: await eventAt(reached) };
          else if (failure) {
            const named = asPortError(failure.error);
            if (isOutage(named)) lines.replace(line, leaderIn(failure.error));
            throw named;
          } else await wake.wait(generation, never, signal);
        }
      } finally {
        clearTimeout(unconfirmed);
        line.ended.removeEventListener("abort", onReplaced);
        reading.cancel();
      }
    },

    close: lines.close,
  };

  /** Undefined: the stream is at another revision. */
  function send(
    { streams }: Line,
    stream: string,
    events: readonly UnstoredEvent[],
    expected: Revision,
    ms: number,
  ): Promise<AppendResp | undefined> {
    return new Promise((resolve, reject) => {
      const sink = streams.append(metadata, { deadline: Date.now() + ms }, (error, answer) => {
        if (!error) resolve(answer);
        else if (isNamed(error, "wrong-expected-version")) resolve(undefined);
        else reject(error);
      });
      sink.on("error", reject);
      for (const message of appendMessages(stream, events, expected)) sink.write(message);
      sink.end();
    });
  }
}

/**
 * Hands out answers until one is enough, the last has come, or none for so long.
 * @throws Silence | what the call failed with
 */
function readUntil(
  reading: ClientReadableStream<ReadResp>,
  isOver: (answer: ReadResp) => boolean,
  ms: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  return new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(new Silence()), ms);
    reading.on("error", reject);
    reading.on("end", resolve);
    reading.on("data", (answer: ReadResp) => {
      timer?.refresh();
      try {
        if (isOver(answer)) resolve();
        else if (leftOf(ms) === 0) reject(new Silence());
      } catch (error) {
        reject(error);
      }
    });
  }).finally(() => {
    clearTimeout(timer);
    // Left alone, the server would wait for ever to send the rest.
    reading.cancel();
  });
}

/** What has come; `reached` is undefined where it is nothing to speak of. */
function drain(answers: PassThrough, onAnswer: () => void) {
  const events: StoredEvent[] = [];
  let reached: LogPlace | undefined;
  for (let bytes = 0; events.length < batchSize && bytes < batchBytes; ) {
    const answer: ReadResp | null = answers.read();
    if (answer === null) break;
    onAnswer();
    const event = eventIn(answer);
    reached = event?.place ?? checkpointIn(answer) ?? reached;
    if (!event) continue;
    bytes += weightOf(event.data);
    events.push(event);
  }
  return { events, reached };
}
