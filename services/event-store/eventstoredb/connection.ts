import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  type EventType,
  excludeSystemEvents,
  isCommandError,
  type JSONEventType,
  jsonEvent,
  NO_STREAM,
  type ResolvedEvent,
  START,
  type StreamingRead,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from "@eventstore/db-client";
import { batchBytes, type Revision, StoreUnavailable } from "../event-store.ts";
import { WakeSignal } from "../wake-signal.ts";
import { weightOf } from "../weight.ts";
import { compareLogPlaces, type LogPlace } from "./log-place.ts";

/** The only file that knows the client of EventStoreDB (and of KurrentDB, which speaks the same protocol). */
export interface EventStoreDbConnection {
  /** All or none; undefined: the stream is at another revision. */
  append(stream: string, events: readonly UnstoredEvent[], expected: Revision): Promise<LogPlace | undefined>;
  /** Events of a stream from a revision on, oldest first. */
  readStream(stream: string, from: Revision, limit?: number): Promise<StoredEvent[]>;
  /** Events of all streams after a place, system's and strangers' included; of large ones fewer. */
  readAll(after: LogPlace | undefined, limit: number): Promise<LogPage>;
  /** The same from the end of the log, or from a place, towards its start. */
  readAllBackwards(before: LogPlace | undefined, limit: number): Promise<StoredEvent[]>;
  /** Events after a place as they come, the server's own left out. Ends by abort, else with an error. */
  follow(after: LogPlace | undefined, signal: AbortSignal): AsyncGenerator<Followed>;
  close(): Promise<void>;
}

export interface UnstoredEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
}

export interface StoredEvent extends UnstoredEvent {
  readonly stream: string;
  readonly revision: Revision;
  readonly place: LogPlace;
}

export interface LogPage {
  readonly events: readonly StoredEvent[];
  /** Of their texts, about. */
  readonly bytes: number;
  /** There may be more. */
  readonly isFull: boolean;
}

export interface Followed {
  readonly events: readonly StoredEvent[];
  /** Everything up to here has been looked at. */
  readonly reached: LogPlace;
}

export interface ConnectionOptions {
  /** How long the server may be silent while it owes an answer (milliseconds). */
  readonly answerMs?: number;
}

type Json = JSONEventType["data"];

const batchSize = 500;
/** Events that wait to be taken from a subscription: they may be large. */
const mostAhead = 100;
const never = 2 ** 31 - 1;
/** What a server sends that does not know the place of an event. */
const unknownPlace = 2n ** 64n - 1n;
/** A dead connection is found by pings after 15 s; less than 10 s between them is more than servers like. */
const usualSettings = { keepAliveInterval: "10000", keepAliveTimeout: "5000" };

/**
 * @param url `esdb://…` or `esdb+discover://…`: one node, several (`host1,host2,host3`) or a name that stands for them.
 */
export function connectToEventStoreDb(
  url: string,
  { answerMs = 5000 }: ConnectionOptions = {},
): EventStoreDbConnection {
  const open = () => openClient(withSettings(url, usualSettings));
  let client = open();

  /** Whatever this client waits for, it will not get: begins anew, with new connections. */
  function renew(silent: EventStoreDBClient): void {
    if (client !== silent) return;
    client = open();
    void closeClient(silent);
  }

  /** @param isEnough asked after each event */
  async function collect(
    read: (from: EventStoreDBClient) => StreamingRead<ResolvedEvent>,
    isEnough: (event: StoredEvent) => boolean = () => false,
  ) {
    const own = client;
    const reading = read(own);
    const events: StoredEvent[] = [];
    const timer = setTimeout(() => reading.destroy(new Silence()), answerMs);
    try {
      for await (const { event } of reading) {
        timer.refresh();
        if (!event) continue;
        const stored = storedEvent(event);
        events.push(stored);
        if (!isEnough(stored)) continue;
        // Left alone, the server would wait for ever to send the rest.
        await reading.cancel();
        break;
      }
      return events;
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      if (error instanceof Silence) renew(own);
      throw await asPortError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async append(stream, events, expected) {
      const own = client;
      try {
        const { position } = await own.appendToStream(
          stream,
          events.map(({ id, type, data, metadata }) =>
            jsonEvent({ id, type, data: data as Json, metadata: metadata as Json }),
          ),
          {
            expectedRevision: expected === -1 ? NO_STREAM : BigInt(expected),
            requiresLeader: true,
            deadline: answerMs,
          },
        );
        return placeOf(position);
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) return undefined;
        if (isDeadline(error)) renew(own);
        throw await asPortError(error);
      }
    },

    readStream: (stream, from, limit = Number.MAX_SAFE_INTEGER) =>
      collect((own) =>
        own.readStream(stream, { fromRevision: BigInt(from), maxCount: limit, requiresLeader: true }),
      ),

    // The server begins with the event at the place itself, which the reader has.
    readAll: async (after, limit) => {
      let bytes = 0;
      const isFresh = ({ place }: StoredEvent) => after === undefined || compareLogPlaces(place, after) > 0;
      const isEnough = (event: StoredEvent) => {
        if (isFresh(event)) bytes += weightOf(event.data);
        return bytes >= batchBytes;
      };
      const found = await collect(
        (own) => own.readAll({ fromPosition: after ?? START, maxCount: limit + 1, requiresLeader: true }),
        isEnough,
      );
      const fresh = found.filter(isFresh);
      return { events: fresh.slice(0, limit), bytes, isFull: bytes >= batchBytes || fresh.length >= limit };
    },

    readAllBackwards: (before, limit) =>
      collect((own) =>
        own.readAll({
          direction: BACKWARDS,
          fromPosition: before ?? END,
          maxCount: limit,
          requiresLeader: true,
        }),
      ),

    async *follow(after, signal) {
      const wake = new WakeSignal();
      let checkpoint: LogPlace | undefined;
      let failure: { readonly error: unknown } | undefined;
      const subscription = client.subscribeToAll(
        {
          fromPosition: after ?? START,
          requiresLeader: true,
          filter: excludeSystemEvents({
            maxSearchWindow: batchSize,
            checkpointReached: async (_, place) => {
              checkpoint = place;
              wake.notify();
            },
          }),
        },
        { highWaterMark: mostAhead },
      );
      const broken = (error: unknown) => {
        failure ??= { error };
        wake.notify();
      };
      subscription.on("readable", () => wake.notify());
      subscription.on("error", broken);
      for (const end of ["end", "close"]) subscription.on(end, () => broken(new Error("the server hung up")));
      try {
        while (!signal.aborted) {
          const { generation } = wake;
          const events = drain(subscription);
          const last = events.at(-1);
          if (last) yield { events, reached: last.place };
          else if (failure) throw await asPortError(failure.error);
          else if (checkpoint) {
            // Told behind the events before it, which have been handed out by now.
            const reached = checkpoint;
            checkpoint = undefined;
            yield { events: [], reached };
          } else await wake.wait(generation, never, signal);
        }
      } finally {
        subscription.unsubscribe().catch(() => {});
        subscription.destroy();
      }
    },

    close: () => closeClient(client),
  };
}

/** The server owes an answer and says nothing. */
class Silence extends Error {
  constructor() {
    super("the event store does not answer");
    this.name = "Silence";
  }
}

function openClient(url: string): EventStoreDBClient {
  const client = clientOf(url);
  // Its batched appends share one table of open answers among all connections of the process and throw where nobody
  // can catch when one breaks (6.2.1): one call per append, as with servers that know no batches.
  return Object.assign(client, { supports: async () => false });
}

function clientOf(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch {
    // The client's own sentence quotes a piece of the address, which may be one of the password.
    throw new Error("EVENTSTORE_URL cannot be read: it is like esdb://host:2113?tls=false.");
  }
}

/** Ends what is under way and, which `dispose` leaves out, the connection itself. */
async function closeClient(client: EventStoreDBClient): Promise<void> {
  await client.dispose().catch(() => {});
  const inner = client as unknown as { getChannel(): Promise<{ close(): void }> };
  await inner.getChannel().then(
    (channel) => channel.close(),
    () => {},
  );
}

/** Adds what the connection string does not say itself. */
function withSettings(url: string, settings: Readonly<Record<string, string>>): string {
  const [base = "", given = ""] = url.split("?");
  const said = new Set(given.split("&").map((pair) => (pair.split("=")[0] ?? "").toLowerCase()));
  const added = Object.entries(settings).flatMap(([name, value]) =>
    said.has(name.toLowerCase()) ? [] : [`${name}=${value}`],
  );
  return `${base}?${[...(given ? [given] : []), ...added].join("&")}`;
}

function drain(subscription: { read(): ResolvedEvent | null }): StoredEvent[] {
  const events: StoredEvent[] = [];
  for (let bytes = 0; events.length < batchSize && bytes < batchBytes; ) {
    const next = subscription.read();
    if (next === null) break;
    if (!next.event) continue;
    bytes += weightOf(next.event.data);
    events.push(storedEvent(next.event));
  }
  return events;
}

function storedEvent(event: NonNullable<ResolvedEvent<EventType>["event"]>): StoredEvent {
  const { streamId, revision, id, type, data, metadata } = event;
  return {
    id,
    stream: streamId,
    revision: Number(revision),
    type,
    data,
    metadata,
    place: placeOf((event as { position?: LogPlace }).position),
  };
}

function placeOf(position: LogPlace | undefined): LogPlace {
  if (position && position.commit !== unknownPlace) return position;
  throw new Error("This server does not tell the places of events: EventStoreDB 22.10 or newer is needed.");
}

const isDeadline = (error: unknown) =>
  error instanceof Error && isCommandError(error) && error.type === "deadline-exceeded";

/** Without the address itself, in which a password may stand. */
const unreachable =
  "The event store at EVENTSTORE_URL cannot be reached: start it or correct EVENTSTORE_URL.";

/** gRPC codes of calls that will fail however often they are repeated. */
const final = new Set([3, 5, 7, 8, 9, 11, 12, 16]);
const finalTypes = new Set<string>([
  "access-denied",
  "invalid-argument",
  "maximum-append-size-exceeded",
  "stream-deleted",
  "unsupported",
]);

/**
 * A failed call as the port names it. Comes a moment later, because the client must not be used again before it has
 * given up the broken connection, which it does right after the failure.
 */
async function asPortError(error: unknown): Promise<unknown> {
  await new Promise((resolve) => setImmediate(resolve));
  const { code, type } = error as { code?: unknown; type?: unknown };
  if (type === "not-leader") return new StoreUnavailable(error, unreachable);
  if (typeof type === "string" && finalTypes.has(type)) return error;
  if (typeof code === "number" && final.has(code)) return error;
  return error instanceof RangeError || error instanceof TypeError
    ? error
    : new StoreUnavailable(error, unreachable);
}
