import { randomUUID } from "node:crypto";
import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  status,
} from "@grpc/grpc-js";
import { appendAnswer, readAppend } from "./appending.ts";
import { EventLog } from "./log.ts";
import {
  type AppendReq,
  type AppendResp,
  GossipService,
  gossip,
  type ReadReq,
  type ReadResp,
  StreamsService,
  shared,
} from "./protocol.ts";
import {
  caughtUpMessage,
  checkpointInterval,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
  filterOf,
  notFoundMessage,
  recordsFor,
} from "./reading.ts";
import { withTls } from "./tls.ts";
import { type Wire, wireTo } from "./wire.ts";

/**
 * A cluster of nodes that speak the part of EventStoreDB's protocol that `@eventstore/db-client` uses here, on one log
 * in memory. It shows that the adapter keeps to our reading of the protocol; the real server is tested in containers.
 */
export interface EventStoreDb {
  /** `esdb://…`: one node, or all of a cluster. */
  readonly url: string;
  readonly log: EventLog;
  readonly nodes: readonly Node[];
  /** Index of the node that takes appends; undefined while none is elected. */
  leader: number | undefined;
  /** With which every call is refused. */
  denial: Denial | undefined;
  /** Bytes of an append that the server takes; as docker-compose.yml sets it. */
  maxAppendBytes: number;
  /** Appends written from now on whose answer never arrives: the connection breaks instead. */
  answersToLose: number;
  close(): Promise<void>;
}

export interface Node extends Omit<Wire, "close"> {
  /** Calls that have arrived, by method. */
  readonly calls: Record<"append" | "read" | "subscribe" | "gossip", number>;
  /** After which place each subscription began; undefined for the start of the log. */
  readonly subscribedAfter: readonly (bigint | undefined)[];
}

/** A status as servers send it. */
type Denial = { readonly code: status; readonly details: string };

export async function startEventStoreDb({ nodes: size = 1, isSecure = false } = {}): Promise<EventStoreDb> {
  const cluster: Cluster = {
    log: new EventLog(),
    leader: 0,
    denial: undefined,
    maxAppendBytes: 4 * 1024 * 1024,
    answersToLose: 0,
    ports: [],
  };
  const credentials = isSecure ? withTls() : ServerCredentials.createInsecure();
  const started = await Promise.all(
    Array.from({ length: size }, (_, index) => startNode(cluster, index, credentials)),
  );
  cluster.ports = started.map(({ node }) => node.port);
  const hosts = cluster.ports.map((port) => `127.0.0.1:${port}`).join(",");
  return Object.assign(cluster, {
    url: `esdb://${hosts}?tls=${isSecure}`,
    nodes: started.map(({ node }) => node),
    close: async () => {
      await Promise.all(started.map(({ close }) => close()));
    },
  });
}

function tooLarge(maxAppendBytes: number) {
  const trailer = new Metadata();
  trailer.set("exception", "maximum-append-size-exceeded");
  trailer.set("maximum-append-size", String(maxAppendBytes));
  return { code: status.INVALID_ARGUMENT, details: "Maximum Append Size exceeded.", metadata: trailer };
}

type Cluster = Omit<EventStoreDb, "url" | "nodes" | "close"> & { ports: number[] };

async function startNode(cluster: Cluster, index: number, credentials: ServerCredentials) {
  const calls = { append: 0, read: 0, subscribe: 0, gossip: 0 };
  const subscribedAfter: (bigint | undefined)[] = [];
  let wire: Wire | undefined;
  const server = new Server({ "grpc.max_receive_message_length": 16 * 1024 * 1024 });

  /** Undefined: this node may answer. */
  function refusal(metadata: Metadata) {
    if (cluster.denial) return cluster.denial;
    if (cluster.leader === index || metadata.get("requires-leader").length === 0) return undefined;
    const port = cluster.leader === undefined ? undefined : cluster.ports[cluster.leader];
    if (port === undefined) return { code: status.UNKNOWN, details: "No leader info available in response" };
    const trailer = new Metadata();
    trailer.set("exception", "not-leader");
    trailer.set("leader-endpoint-host", "127.0.0.1");
    trailer.set("leader-endpoint-port", String(port));
    return { code: status.NOT_FOUND, details: "Leader info available", metadata: trailer };
  }

  server.addService(
    StreamsService as never,
    {
      append(call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>) {
        calls.append += 1;
        const messages: AppendReq[] = [];
        call.on("data", (message: AppendReq) => messages.push(message));
        call.on("end", () => {
          const refused = refusal(call.metadata);
          if (refused) return answer(refused);
          const { stream, expected, events } = readAppend(messages);
          if (events.reduce((sum, { data }) => sum + data.length, 0) > cluster.maxAppendBytes)
            return answer(tooLarge(cluster.maxAppendBytes));
          const outcome = cluster.log.append(stream, events, expected);
          if (cluster.answersToLose > 0) {
            cluster.answersToLose -= 1;
            return wire?.cut();
          }
          answer(null, appendAnswer(outcome, expected));
        });
      },
      read(call: ServerWritableStream<ReadReq, ReadResp>) {
        const options = call.request.getOptions();
        calls[options?.hasSubscription() ? "subscribe" : "read"] += 1;
        const refused = refusal(call.metadata);
        if (refused || !options) return void call.emit("error", refused ?? { code: status.INVALID_ARGUMENT });
        if (options.hasSubscription()) subscribedAfter.push(placeAsked(options));
        if (isBehindTheEnd(cluster.log, options)) return void call.emit("error", invalidPosition);
        if (options.hasSubscription()) return subscribe(cluster.log, call, options);
        const records = recordsFor(cluster.log, options);
        if (!records) call.write(notFoundMessage(options));
        for (const record of records ?? []) call.write(eventMessage(record));
        call.end();
      },
    } as never,
  );
  server.addService(
    GossipService as never,
    {
      read(_call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>) {
        calls.gossip += 1;
        answer(null, clusterInfo(cluster));
      },
    } as never,
  );

  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) => (error ? reject(error) : resolve(bound))),
  );
  wire = await wireTo(port);
  const close = async () => {
    await wire?.close();
    server.forceShutdown();
  };
  return { node: Object.assign(wire, { calls, subscribedAfter }) as Node, close };
}

const invalidPosition = { code: status.INVALID_ARGUMENT, details: "Invalid position." };

function isBehindTheEnd({ records }: EventLog, options: ReadReq.Options): boolean {
  const last = records.at(-1)?.position ?? 0n;
  return options.hasAll() && (placeAsked(options) ?? 0n) > last;
}

function placeAsked(options: ReadReq.Options): bigint | undefined {
  const position = options.getAll()?.hasPosition() ? options.getAll()?.getPosition() : undefined;
  return position && BigInt(position.getCommitPosition());
}

/** Catches up from a position, exclusively, says so, then goes on with what is appended. */
function subscribe(
  log: EventLog,
  call: ServerWritableStream<ReadReq, ReadResp>,
  options: ReadReq.Options,
): void {
  const passes = filterOf(options);
  const interval = checkpointInterval(options);
  const after = placeAsked(options) ?? -1n;
  let next = log.records.findIndex(({ position }) => position > after);
  if (next < 0) next = log.records.length;
  let sinceCheckpoint = 0;
  const send = () => {
    for (; next < log.records.length; next += 1) {
      const record = log.records[next]!;
      if (passes(record)) call.write(eventMessage(record));
      sinceCheckpoint += 1;
      if (options.hasFilter() && sinceCheckpoint >= interval) {
        sinceCheckpoint = 0;
        call.write(checkpointMessage(record.position));
      }
    }
  };
  call.write(confirmationMessage(randomUUID()));
  send();
  // There is no place to speak of: what the server counts from is -1, unsigned.
  if (options.hasFilter() && log.records.length === 0) call.write(checkpointMessage(2n ** 64n - 1n));
  call.write(caughtUpMessage());
  const stop = log.watch(send);
  call.on("cancelled", stop);
  call.on("close", stop);
}

function clusterInfo({ ports, leader }: Cluster) {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  return new gossip.ClusterInfo().setMembersList(
    ports.map((port, index) => {
      const endPoint = new gossip.EndPoint().setAddress("127.0.0.1").setPort(port);
      return new gossip.MemberInfo()
        .setInstanceId(new shared.UUID().setString(randomUUID()))
        .setState(index === leader ? LEADER : FOLLOWER)
        .setIsAlive(true)
        .setHttpEndPoint(endPoint);
    }),
  );
}
