import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
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
import { EventLog, type Proposed, positionBehind } from "./log.ts";
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
  isBehind,
  noPosition,
  notFoundMessage,
  type Position,
  positionOf,
  recordsFor,
} from "./reading.ts";
import { withTls } from "./tls.ts";
import { type Wire, wireTo } from "./wire.ts";

/**
 * A cluster of nodes that implement the part of EventStoreDB's protocol that `@eventstore/db-client` uses here, on one
 * log in memory. It tests the adapter against our understanding of the protocol; the real server is tested in
 * containers.
 */
export interface EventStoreDb {
  /** `esdb://…` of one node, or of all nodes of a cluster. */
  readonly url: string;
  readonly log: EventLog;
  readonly nodes: readonly Node[];
  /** Index of the node that accepts appends; undefined while none is elected. */
  leader: number | undefined;
  /** Error with which every call is refused. */
  denial: Denial | undefined;
  /** Maximum bytes of an append; the value of docker-compose.yml. */
  maxAppendBytes: number;
  /** Which of two limits the error names: of an append, or of an event in it (25 and newer). */
  exceeded: "maximum-append-size" | "maximum-append-event-size";
  /** Number of appends from now on whose response is lost: the connection breaks instead. */
  answersToLose: number;
  /** Delay of each append and read (milliseconds). */
  slowMs: number;
  close(): Promise<void>;
}

export interface Node extends Omit<Wire, "close"> {
  /** Received calls, by method. */
  readonly calls: Record<"append" | "read" | "subscribe" | "gossip", number>;
  /** Start position of each subscription; undefined for the start of the log. */
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
    exceeded: "maximum-append-size",
    answersToLose: 0,
    slowMs: 0,
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

/** Size as the server counts it for `MaxAppendSize`. */
const sizeOf = ({ type, data, metadata }: Proposed) => data.length + metadata.length + 2 * type.length;

function tooLarge({ exceeded, maxAppendBytes }: Cluster) {
  const trailer = new Metadata();
  trailer.set("exception", `${exceeded}-exceeded`);
  trailer.set(exceeded, String(maxAppendBytes));
  const details = `Maximum Append Size of ${maxAppendBytes} Exceeded.`;
  return { code: status.INVALID_ARGUMENT, details, metadata: trailer };
}

type Cluster = Omit<EventStoreDb, "url" | "nodes" | "close"> & { ports: number[] };

async function startNode(cluster: Cluster, index: number, credentials: ServerCredentials) {
  const calls = { append: 0, read: 0, subscribe: 0, gossip: 0 };
  const subscribedAfter: (bigint | undefined)[] = [];
  let wire: Wire | undefined;
  const server = new Server({ "grpc.max_receive_message_length": 16 * 1024 * 1024 });

  /** Undefined if this node may respond. */
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
        call.on("end", async () => {
          if (cluster.slowMs > 0) await pause(cluster.slowMs);
          const refused = refusal(call.metadata);
          if (refused) return answer(refused);
          const { stream, expected, events } = readAppend(messages);
          if (events.reduce((sum, event) => sum + sizeOf(event), 0) > cluster.maxAppendBytes)
            return answer(tooLarge(cluster));
          const outcome = cluster.log.append(stream, events, expected);
          if (cluster.answersToLose > 0) {
            cluster.answersToLose -= 1;
            return wire?.cut();
          }
          answer(null, appendAnswer(outcome, expected));
        });
      },
      async read(call: ServerWritableStream<ReadReq, ReadResp>) {
        const options = call.request.getOptions();
        calls[options?.hasSubscription() ? "subscribe" : "read"] += 1;
        const refused = refusal(call.metadata);
        if (refused || !options) return void call.emit("error", refused ?? { code: status.INVALID_ARGUMENT });
        if (options.hasSubscription()) subscribedAfter.push(positionAsked(options)?.commit);
        if (isAtNoRecord(cluster.log, options))
          return void call.emit("error", invalidPosition(options.hasSubscription()));
        if (options.hasSubscription()) return subscribe(cluster.log, call, options);
        if (cluster.slowMs > 0) await pause(cluster.slowMs);
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

/** Servers from 24.2 on report it in two ways. */
const invalidPosition = (isSubscription: boolean): Denial =>
  isSubscription
    ? { code: status.INVALID_ARGUMENT, details: "Trying to read from an invalid position." }
    : { code: status.UNKNOWN, details: "Unexpected ReadAllResult: InvalidPosition" };

/**
 * Whether a position is before the end of the log, but no record begins there. Beyond the end a read returns nothing.
 */
function isAtNoRecord({ records }: EventLog, options: ReadReq.Options): boolean {
  const asked = positionAsked(options)?.commit ?? 0n;
  const isWithin = asked > 0n && asked <= (records.at(-1)?.position ?? 0n);
  return isWithin && !records.some(({ position }) => position === asked);
}

function positionAsked(options: ReadReq.Options): Position | undefined {
  const position = options.getAll()?.hasPosition() ? options.getAll()?.getPosition() : undefined;
  return (
    position && {
      commit: BigInt(position.getCommitPosition()),
      prepare: BigInt(position.getPreparePosition()),
    }
  );
}

/** Events per page of a subscription that catches up. */
const pageSize = 32;

/**
 * Catches up from a position, exclusively, page by page, reports that, then continues with appended events, like 24.10
 * and 25.0.
 */
function subscribe(
  log: EventLog,
  call: ServerWritableStream<ReadReq, ReadResp>,
  options: ReadReq.Options,
): void {
  const passes = filterOf(options);
  const interval = checkpointInterval(options);
  const checkpoint = (position: Position) => options.hasFilter() && call.write(checkpointMessage(position));
  let reached = positionAsked(options) ?? noPosition;
  let sinceCheckpoint = 0;
  /**
   * Sends the first page after a position; returns the position after that page, or undefined if the log ends within
   * it.
   */
  const page = (from: Position): Position | undefined => {
    const records = log.records.filter((record) => isBehind(positionOf(record), from));
    let looked = 0;
    let sent = 0;
    for (const record of records) {
      looked += 1;
      if (passes(record)) {
        call.write(eventMessage(record));
        reached = positionOf(record);
        sent += 1;
      }
      sinceCheckpoint += 1;
      if (sent === pageSize || looked === interval) return { commit: positionBehind(record), prepare: 0n };
    }
    return undefined;
  };
  call.write(confirmationMessage(randomUUID()));
  for (let from: Position | undefined = reached; from; ) {
    const start: Position = from;
    from = page(start);
    if (from && sinceCheckpoint < interval) continue;
    if (isBehind(start, reached)) reached = start;
    sinceCheckpoint %= interval;
    // Without a position, 24.2 sends -1 as unsigned.
    checkpoint(reached);
  }
  call.write(caughtUpMessage());
  const stop = log.watch((record) => {
    if (!isBehind(positionOf(record), reached)) return;
    if (passes(record)) call.write(eventMessage(record));
    sinceCheckpoint += 1;
    if (sinceCheckpoint % interval === 0) checkpoint(positionOf(record));
  });
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
