import { createRequire } from "node:module";
import type { AppendReq, ReadReq, ReadResp } from "@eventstore/db-client/generated/streams_pb";
import type { Revision } from "../event-store.ts";
import { type LogPlace, noPlace } from "./log-place.ts";

/**
 * The protocol of EventStoreDB and KurrentDB: messages and services as `@eventstore/db-client` has generated them. Its client
 * itself is not used: it closes its connection under calls that have begun, and rejects promises that are not awaited.
 */
const load = createRequire(import.meta.url);
const generated = "@eventstore/db-client/generated";

export const streams: typeof import("@eventstore/db-client/generated/streams_pb") = load(
  `${generated}/streams_pb`,
);
export const shared: typeof import("@eventstore/db-client/generated/shared_pb") = load(
  `${generated}/shared_pb`,
);
export const gossip: typeof import("@eventstore/db-client/generated/gossip_pb") = load(
  `${generated}/gossip_pb`,
);
export const {
  StreamsClient,
  StreamsService,
}: typeof import("@eventstore/db-client/generated/streams_grpc_pb") = load(`${generated}/streams_grpc_pb`);
export const {
  GossipClient,
  GossipService,
}: typeof import("@eventstore/db-client/generated/gossip_grpc_pb") = load(`${generated}/gossip_grpc_pb`);

export type { StreamsClient as Streams } from "@eventstore/db-client/generated/streams_grpc_pb";
export type {
  AppendReq,
  AppendResp,
  ReadReq,
  ReadResp,
} from "@eventstore/db-client/generated/streams_pb";

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

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value), "utf8");

const streamNamed = (name: string) =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(name, "utf8").toString("base64"));

/** An append: its options, then a message per event. */
export function appendMessages(
  stream: string,
  events: readonly UnstoredEvent[],
  expected: Revision,
): AppendReq[] {
  const options = new streams.AppendReq.Options().setStreamIdentifier(streamNamed(stream));
  if (expected === -1) options.setNoStream(new shared.Empty());
  else options.setRevision(String(expected));
  return [
    new streams.AppendReq().setOptions(options),
    ...events.map(({ id, type, data, metadata }) => {
      const message = new streams.AppendReq.ProposedMessage()
        .setId(new shared.UUID().setString(id))
        .setData(bytesOf(data))
        .setCustomMetadata(bytesOf(metadata));
      message.getMetadataMap().set("type", type);
      message.getMetadataMap().set("content-type", "application/json");
      return new streams.AppendReq().setProposedMessage(message);
    }),
  ];
}

const optionsOfReading = () =>
  new streams.ReadReq.Options()
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(new shared.Empty()))
    .setReadDirection(streams.ReadReq.Options.ReadDirection.FORWARDS);

const unfiltered = (options: ReadReq.Options, count: number) =>
  new streams.ReadReq().setOptions(options.setNoFilter(new shared.Empty()).setCount(String(count)));

function from(place: LogPlace): ReadReq.Options.AllOptions {
  const position = new streams.ReadReq.Options.Position();
  position.setCommitPosition(String(place.commit)).setPreparePosition(String(place.prepare));
  return new streams.ReadReq.Options.AllOptions().setPosition(position);
}

const fromStart = () => new streams.ReadReq.Options.AllOptions().setStart(new shared.Empty());

export function streamRequest(stream: string, revision: Revision, count: number): ReadReq {
  const of = new streams.ReadReq.Options.StreamOptions();
  of.setStreamIdentifier(streamNamed(stream)).setRevision(String(revision));
  return unfiltered(optionsOfReading().setStream(of), count);
}

/** The server begins with the event at the place itself. */
export const allRequest = (at: LogPlace | undefined, count: number): ReadReq =>
  unfiltered(optionsOfReading().setAll(at ? from(at) : fromStart()), count);

/** From the event before the place, or from the end of the log, towards its start. */
export const backwardsRequest = (before: LogPlace | undefined, count: number): ReadReq =>
  unfiltered(
    optionsOfReading()
      .setAll(before ? from(before) : new streams.ReadReq.Options.AllOptions().setEnd(new shared.Empty()))
      .setReadDirection(streams.ReadReq.Options.ReadDirection.BACKWARDS),
    count,
  );

/** A subscription behind a place that leaves the server's own events out, with a checkpoint every `window` of them. */
export function subscriptionRequest(after: LogPlace | undefined, window: number): ReadReq {
  const filter = new streams.ReadReq.Options.FilterOptions()
    .setEventType(new streams.ReadReq.Options.FilterOptions.Expression().setRegex("^[^$].*"))
    .setMax(window)
    .setCheckpointintervalmultiplier(1);
  return new streams.ReadReq().setOptions(
    optionsOfReading()
      .setAll(after ? from(after) : fromStart())
      .setSubscription(new streams.ReadReq.Options.SubscriptionOptions())
      .setFilter(filter),
  );
}

/** The event of an answer, if it is one that can be read. @throws for servers that do not tell the places of events */
export function eventIn(answer: ReadResp): StoredEvent | undefined {
  const event = answer.getEvent()?.getEvent();
  if (!event) return undefined;
  const place = placeOf(event);
  if (!place)
    throw new Error("This server does not tell the places of events: EventStoreDB 22.10 or newer is needed.");
  const isJson = event.getMetadataMap().get("content-type") === "application/json";
  return {
    id: event.getId()?.getString() ?? "",
    stream: Buffer.from(event.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString("utf8"),
    revision: Number(event.getStreamRevision()),
    type: event.getMetadataMap().get("type") ?? "",
    data: isJson ? parsed(event.getData_asU8()) : undefined,
    metadata: parsed(event.getCustomMetadata_asU8()),
    place,
  };
}

/** How far a subscription has come; undefined for other answers, and while there is no place to speak of. */
export const checkpointIn = (answer: ReadResp): LogPlace | undefined => placeOf(answer.getCheckpoint());

type Position = { getCommitPosition(): string; getPreparePosition(): string };

/** Undefined: there is none, or not yet. */
export function placeOf(position: Position | undefined): LogPlace | undefined {
  if (!position) return undefined;
  const place = {
    commit: BigInt(position.getCommitPosition()),
    prepare: BigInt(position.getPreparePosition()),
  };
  return place.commit === noPlace ? undefined : place;
}

/** Undefined for what strangers have written in another form. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}
