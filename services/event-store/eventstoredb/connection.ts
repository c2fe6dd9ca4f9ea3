import { PassThrough } from "node:stream";
import type { ClientReadableStream } from "@grpc/grpc-js";
import { batchBytes, type Revision, StoreUnavailable } from "../event-store.ts";
import { leftOf } from "../time-budget.ts";
import { WakeSignal } from "../wake-signal.ts";
import { weightOf } from "../weight.ts";
import { readAddress } from "./address.ts";
import { asPortError, isNamed, leaderIn, ResponseTimeout } from "./errors.ts";
import {
  connectToLeader,
  isOutage,
  type NodeConnection,
  repeating,
  responseWithin,
} from "./leader-connection.ts";
import { compareLogPositions, type LogPosition } from "./log-position.ts";
import {
  type AppendResp,
  allRequest,
  appendMessages,
  backwardsRequest,
  checkpointIn,
  eventIn,
  positionOf,
  type ReadReq,
  type ReadResp,
  type StoredEvent,
  streamRequest,
  subscriptionRequest,
  type UnstoredEvent,
} from "./protocol.ts";

/** The operations that the adapter needs from EventStoreDB, or KurrentDB, which speaks the same protocol. */
export interface EventStoreDbConnection {
  /** Appends all events or none. Returns undefined if the stream is at another revision. */
  append(
    stream: string,
    events: readonly UnstoredEvent[],
    expected: Revision,
  ): Promise<LogPosition | undefined>;
  /** Reads events of a stream from a revision on, oldest first. */
  readStream(stream: string, from: Revision, limit?: number): Promise<StoredEvent[]>;
  /**
   * Reads events of all streams after a position, system events and other applications' included; fewer if they are
   * large.
   */
  readAll(after: LogPosition | undefined, limit: number): Promise<LogPage>;
  /** Reads events from a position on, including the event at the position. */
  readAllAt(position: LogPosition, limit: number): Promise<StoredEvent[]>;
  /** Reads from the end of the log, or from a position, towards its start. */
  readAllBackwards(before: LogPosition | undefined, limit: number): Promise<StoredEvent[]>;
  /** Yields new events after a position without system events. Ends when aborted, otherwise with an error. */
  follow(after: LogPosition | undefined, signal: AbortSignal): AsyncGenerator<Followed>;
  close(): void;
}

interface LogPage {
  readonly events: readonly StoredEvent[];
  /** Approximate size of the events. */
  readonly bytes: number;
  /** Whether more events may follow. */
  readonly isFull: boolean;
}

interface Followed {
  readonly events: readonly StoredEvent[];
  /** Position up to which the subscription has filtered the log. */
  readonly reached: LogPosition;
}

export interface ConnectionOptions {
  /** How long the connection waits for a response of the server (milliseconds). */
  readonly answerMs?: number;
}

const batchSize = 500;
/** Maximum of responses buffered in a subscription, whose events may be large. */
const maxAhead = 100;
const never = 2 ** 31 - 1;
/** Makes the deadline of the gRPC call expire before the timer beside it. */
const graceMs = 250;

/**
 * @param url `esdb://…` or `esdb+discover://…` with one node, several (`host1,host2,host3`) or a name that resolves to
 * them
 */
export function connectToEventStoreDb(
  url: string,
  { answerMs = 3000 }: ConnectionOptions = {},
): EventStoreDbConnection {
  const address = readAddress(url);
  const { metadata } = address;
  const leader = connectToLeader(address, answerMs);

  /** @param isEnough called after each event */
  const collect = (request: ReadReq, isEnough: (event: StoredEvent) => boolean = () => false) =>
    repeating(() =>
      leader.call(async ({ streams }, ms) => {
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

  /**
   * Servers also report positions between two events (prepare position 0), which the position of a last event never
   * reaches.
   */
  async function eventAt(position: LogPosition): Promise<LogPosition> {
    if (position.prepare > 0n) return position;
    const [last] = await readAllBackwards({ ...position, prepare: position.commit }, 1);
    return last?.position ?? position;
  }

  return {
    async append(stream, events, expected) {
      const answer = await leader.call((connection, ms) =>
        responseWithin(ms + graceMs, send(connection, stream, events, expected, ms)),
      );
      if (!answer?.hasSuccess()) return undefined;
      // A server that recognises a duplicate may not report the positions of the events.
      const [last] = positionOf(answer.getSuccess()?.getPosition())
        ? []
        : await readStream(stream, expected + events.length, 1);
      return positionOf(answer.getSuccess()?.getPosition()) ?? last?.position;
    },

    readStream,

    // The server includes the event at the position itself, which the reader already has.
    readAll: async (after, limit) => {
      let bytes = 0;
      const isNewer = ({ position }: StoredEvent) =>
        after === undefined || compareLogPositions(position, after) > 0;
      const isEnough = (event: StoredEvent) => {
        if (isNewer(event)) bytes += weightOf(event.data);
        return bytes >= batchBytes;
      };
      const found = await collect(allRequest(after, limit + 1), isEnough);
      const newer = found.filter(isNewer);
      return { events: newer.slice(0, limit), bytes, isFull: bytes >= batchBytes || newer.length >= limit };
    },

    readAllAt: (position, limit) => collect(allRequest(position, limit)),

    readAllBackwards,

    async *follow(after, signal) {
      const wake = new WakeSignal();
      let failure: { readonly error: unknown } | undefined;
      const broken = (error: unknown) => {
        failure ??= { error };
        wake.notify();
      };
      const { connection, reading } = await leader.call(async (present) => ({
        connection: present,
        reading: present.streams.read(subscriptionRequest(after, batchSize), metadata).on("error", broken),
      }));
      const answers = reading.pipe(new PassThrough({ objectMode: true, highWaterMark: maxAhead }));
      answers.on("readable", () => wake.notify());
      answers.on("end", () => broken(new Error("the server ended the subscription")));
      const forget = connection.onReplaced(() => broken(new StoreUnavailable(undefined)));
      // The server confirms a subscription immediately or not at all.
      const unconfirmed = setTimeout(() => broken(new ResponseTimeout()), answerMs);
      try {
        while (!signal.aborted) {
          const { generation } = wake;
          const { reached, events } = drain(answers, () => clearTimeout(unconfirmed));
          if (reached) yield { events, reached: await eventAt(reached) };
          else if (failure) {
            const named = asPortError(failure.error);
            if (isOutage(named)) leader.replace(connection, leaderIn(failure.error));
            throw named;
          } else await wake.wait(generation, never, signal);
        }
      } finally {
        clearTimeout(unconfirmed);
        forget();
        reading.cancel();
      }
    },

    close: leader.close,
  };

  /** Returns undefined if the stream is at another revision. */
  function send(
    { streams }: NodeConnection,
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
 * Passes responses to the caller until one is sufficient, the stream ends, or no response arrives in time.
 * @throws ResponseTimeout | the error of the call
 */
function readUntil(
  reading: ClientReadableStream<ReadResp>,
  isOver: (answer: ReadResp) => boolean,
  ms: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  return new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(new ResponseTimeout()), ms);
    reading.on("error", reject);
    reading.on("end", resolve);
    reading.on("data", (answer: ReadResp) => {
      timer?.refresh();
      try {
        if (isOver(answer)) resolve();
        else if (leftOf(ms) === 0) reject(new ResponseTimeout());
      } catch (error) {
        reject(error);
      }
    });
  }).finally(() => {
    clearTimeout(timer);
    // Without the cancel the server would keep the call open to send the rest.
    reading.cancel();
  });
}

/** Returns what has arrived; `reached` is undefined where the position has hardly advanced. */
function drain(answers: PassThrough, onAnswer: () => void) {
  const events: StoredEvent[] = [];
  let reached: LogPosition | undefined;
  for (let bytes = 0; events.length < batchSize && bytes < batchBytes; ) {
    const answer: ReadResp | null = answers.read();
    if (answer === null) break;
    onAnswer();
    const event = eventIn(answer);
    reached = event?.position ?? checkpointIn(answer) ?? reached;
    if (!event) continue;
    bytes += weightOf(event.data);
    events.push(event);
  }
  return { events, reached };
}
