import { PassThrough } from "node:stream";
import type { ClientReadableStream } from "@grpc/grpc-js";
import { batchBytes, type Revision, StoreUnavailable } from "../event-store.ts";
import { leftOf } from "../time-budget.ts";
import { WakeSignal } from "../wake-signal.ts";
import { type Address, readAddress } from "./address.ts";
import { asPortError, isNamed, leaderIn, ResponseTimeout } from "./errors.ts";
import {
  connectToLeader,
  isOutage,
  type LeaderConnection,
  type NodeConnection,
  repeating,
  responseWithin,
} from "./leader-connection.ts";
import { compareLogPositions, type LogPosition } from "./log-position.ts";
import {
  type AppendReq,
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
  type Streams,
  streamRequest,
  subscriptionRequest,
  type UnstoredEvent,
} from "./protocol.ts";

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

/** The operations that the adapter needs from EventStoreDB, or KurrentDB, which speaks the same protocol. */
export class EventStoreDbConnection {
  readonly #metadata: Address["metadata"];
  readonly #answerMs: number;
  readonly #leader: LeaderConnection;

  /**
   * @param url `esdb://…` or `esdb+discover://…` with one node, several (`host1,host2,host3`) or a name that resolves to
   * them
   */
  constructor(url: string, { answerMs = 3000 }: ConnectionOptions = {}) {
    const address = readAddress(url);
    this.#metadata = address.metadata;
    this.#answerMs = answerMs;
    this.#leader = connectToLeader(address, answerMs);
  }

  /** Appends all events or none. Returns undefined if the stream is at another revision. */
  async append(
    stream: string,
    events: readonly UnstoredEvent[],
    expected: Revision,
  ): Promise<LogPosition | undefined> {
    const messages = appendMessages(stream, events, expected);
    const answer = await this.#leader.call(({ streams }, ms) =>
      responseWithin(ms + graceMs, this.#send(streams, messages, ms)),
    );
    if (!answer?.hasSuccess()) return undefined;
    const position = positionOf(answer.getSuccess()?.getPosition());
    if (position) return position;
    // A server that recognises a duplicate may not report the positions of the events.
    const [last] = await this.readStream(stream, expected + events.length, 1);
    return last?.position;
  }

  /** Reads events of a stream from a revision on, oldest first. */
  readStream(stream: string, from: Revision, limit = Number.MAX_SAFE_INTEGER): Promise<StoredEvent[]> {
    return this.#collect(streamRequest(stream, from, limit));
  }

  /**
   * Reads events of all streams after a position, system events and other applications' included; fewer if they are
   * large.
   */
  async readAll(after: LogPosition | undefined, limit: number): Promise<LogPage> {
    let bytes = 0;
    // The server includes the event at the position itself, which the reader already has.
    const isNewer = ({ position }: StoredEvent) =>
      after === undefined || compareLogPositions(position, after) > 0;
    const isEnough = (event: StoredEvent) => {
      if (isNewer(event)) bytes += weightOf(event.data);
      return bytes >= batchBytes;
    };
    const found = await this.#collect(allRequest(after, limit + 1), isEnough);
    const newer = found.filter(isNewer);
    return { events: newer.slice(0, limit), bytes, isFull: bytes >= batchBytes || newer.length >= limit };
  }

  /** Reads events from a position on, including the event at the position. */
  readAllAt(position: LogPosition, limit: number): Promise<StoredEvent[]> {
    return this.#collect(allRequest(position, limit));
  }

  /** Reads from the end of the log, or from a position, towards its start. */
  readAllBackwards(before: LogPosition | undefined, limit: number): Promise<StoredEvent[]> {
    return this.#collect(backwardsRequest(before, limit));
  }

  /** Yields new events after a position without system events. Ends when aborted, otherwise with an error. */
  async *follow(after: LogPosition | undefined, signal: AbortSignal): AsyncGenerator<Followed> {
    const wake = new WakeSignal();
    let failure: { readonly error: unknown } | undefined;
    const broken = (error: unknown) => {
      failure ??= { error };
      wake.notify();
    };
    const { connection, reading } = await this.#leader.call(async (present) => ({
      connection: present,
      reading: present.streams
        .read(subscriptionRequest(after, batchSize), this.#metadata)
        .on("error", broken),
    }));
    const answers = reading.pipe(new PassThrough({ objectMode: true, highWaterMark: maxAhead }));
    answers.on("readable", () => wake.notify());
    answers.on("end", () => broken(new Error("the server ended the subscription")));
    const forget = connection.onReplaced(() => broken(new StoreUnavailable(undefined)));
    // The server confirms a subscription immediately or not at all.
    const unconfirmed = setTimeout(() => broken(new ResponseTimeout()), this.#answerMs);
    try {
      while (!signal.aborted) {
        const { generation } = wake;
        const { reached, events } = drain(answers, () => clearTimeout(unconfirmed));
        if (reached) yield { events, reached: await this.#eventAt(reached) };
        else if (failure) throw this.#failed(connection, failure.error);
        else await wake.wait(generation, never, signal);
      }
    } finally {
      clearTimeout(unconfirmed);
      forget();
      reading.cancel();
    }
  }

  close(): void {
    this.#leader.close();
  }

  /** @param isEnough called after each event */
  #collect(
    request: ReadReq,
    isEnough: (event: StoredEvent) => boolean = () => false,
  ): Promise<StoredEvent[]> {
    return repeating(() =>
      this.#leader.call(async ({ streams }, ms) => {
        const events: StoredEvent[] = [];
        const isOver = (answer: ReadResp) => {
          const event = eventIn(answer);
          if (event) events.push(event);
          return event !== undefined && isEnough(event);
        };
        try {
          await readUntil(streams.read(request, this.#metadata), isOver, ms);
        } catch (error) {
          if (!isNamed(error, "stream-not-found")) throw error;
        }
        return events;
      }),
    );
  }

  /**
   * Servers also report positions between two events (prepare position 0), which the position of a last event never
   * reaches.
   */
  async #eventAt(position: LogPosition): Promise<LogPosition> {
    if (position.prepare > 0n) return position;
    const [last] = await this.readAllBackwards({ ...position, prepare: position.commit }, 1);
    return last?.position ?? position;
  }

  /** Returns undefined if the stream is at another revision. */
  #send(streams: Streams, messages: readonly AppendReq[], ms: number): Promise<AppendResp | undefined> {
    return new Promise((resolve, reject) => {
      const sink = streams.append(this.#metadata, { deadline: Date.now() + ms }, (error, answer) => {
        if (!error) resolve(answer);
        else if (isNamed(error, "wrong-expected-version")) resolve(undefined);
        else reject(error);
      });
      sink.on("error", reject);
      for (const message of messages) sink.write(message);
      sink.end();
    });
  }

  /** The failure of a subscription as an error of the port. After an outage the connection is replaced. */
  #failed(connection: NodeConnection, error: unknown): unknown {
    const named = asPortError(error);
    if (isOutage(named)) this.#leader.replace(connection, leaderIn(error));
    return named;
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

/** Estimated number of characters of an event's data as JSON. */
function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 8;
  let sum = 8;
  for (const part of Object.values(value)) sum += 8 + weightOf(part);
  return sum;
}
