import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { BaseLogger } from "pino";
import { type WebSocket, WebSocketServer } from "ws";
import { seoulDate } from "#contracts/dates";
import {
  type DocumentLimits,
  documentCloseCodes,
  documentLimits,
  documentsProtocol,
} from "#contracts/documents/api";
import { Refused } from "#contracts/errors";
import { closeCodes } from "#contracts/live";
import type { EventStore, RecordedEvent } from "../event-store/event-store.ts";
import { follow } from "../event-store/follow.ts";
import { listeningOn } from "../event-store/listening.ts";
import { picturesIn } from "../platform/html/picture-of-body.ts";
import { isWithinShare, refuseUpgrade, serveUpgrades } from "../platform/live/upgrades.ts";
import type { PictureUse } from "../platform/platform.ts";
import { problemOfStream } from "../subject/facts.ts";
import { stateOfMember } from "./awareness.ts";
import { type Caller, type ConnectionContext, DocumentConnection } from "./connection.ts";
import { createDocumentWorker } from "./document-worker.ts";
import type { ObserveSave } from "./observed-save.ts";
import { createPeers } from "./peers.ts";
import { presentRoom, refusalOf } from "./rights.ts";
import { Room, type RoomContext } from "./room.ts";
import { type RoomName, roomNamed, roomsOf } from "./room-name.ts";
import { postgresUpdateLog } from "./update-log.ts";

export interface DocumentsOptions {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  /** @throws Refused */
  readonly authenticate: (token: string) => Promise<Caller>;
  /** Calls back when the caller's session ends, or immediately if it has ended. Returns how to unsubscribe. */
  readonly whenLoginEnds?: (caller: Caller, onEnd: () => void) => () => void;
  /** The display name of a member. */
  readonly nameOf: (member: string) => Promise<string>;
  /** `https://host[:port]` of the site; upgrades from other origins are refused. */
  readonly allowedOrigin: string;
  readonly now: () => Date;
  /**
   * Counts the bytes that a member stores.
   * @throws Refused too-many-requests
   */
  readonly spend: (member: string, bytes: number) => void;
  /** Keeps own stored pictures, given by their digests, for the use that shows them. */
  readonly recordUses: (digests: readonly string[], use: PictureUse) => Promise<void>;
  readonly metrics: { readonly updated: () => void; readonly saved: ObserveSave };
  readonly log: Pick<BaseLogger, "warn" | "error">;
  readonly limits?: Partial<DocumentLimits>;
}

export interface Documents {
  attach(server: Server, path: string): void;
  /** Closes all connections; clients send unsaved updates again when they reconnect. */
  close(): Promise<void>;
  stats(): { readonly connections: number; readonly rooms: number };
  /** Deletes expired rooms; returns their number. */
  prune(): Promise<number>;
}

/** How long closing waits for messages being handled. */
const closingMs = 5000;

/** Lets the managers of a team edit a day's problem together, on any number of processes with one database. */
export function createDocuments(options: DocumentsOptions): Documents {
  const { pool, store, log, now, metrics } = options;
  const limits = { ...documentLimits, ...options.limits };
  const connections = new Set<DocumentConnection>();
  const rooms = new Map<string, Room>();
  const updates = postgresUpdateLog(pool, limits);
  const bans = new Map<string, number>();

  const worker = createDocumentWorker(limits, () => {
    for (const room of rooms.values()) room.unload();
  });
  const peers = createPeers(listeningOn(pool), {
    onWritten: () => void compare(),
    onAwareness: (room, update) => rooms.get(room)?.awareness.receivePeer(update),
    onArrival() {
      for (const { name, awareness } of rooms.values())
        for (const { update, about } of awareness.parts()) peers.sendAwareness(name.id, update, about);
    },
  });

  function ban(roomOrMember: string): void {
    bans.set(roomOrMember, Date.now() + limits.banMs);
    for (const connection of connections)
      if (connection.name.id === roomOrMember || connection.member === roomOrMember)
        connection.end(documentCloseCodes.full);
  }
  function isBanned(roomOrMember: string): boolean {
    const until = bans.get(roomOrMember) ?? 0;
    if (until <= Date.now()) bans.delete(roomOrMember);
    return until > Date.now();
  }

  const roomContext: RoomContext = {
    log: updates,
    worker,
    limits,
    peers,
    onSave: metrics.saved,
    onUpdate: metrics.updated,
    async recordPictures({ id, teamId, date }, update, member) {
      const digests = picturesIn([Buffer.from(update).toString("latin1")]);
      const ofSaved = id.endsWith("/new") ? [] : [`subject-${teamId}_${date}`];
      await options.recordUses(digests, {
        owner: `room:${id}`,
        endsWith: [`team:${teamId}`, ...ofSaved],
        revision: 0,
        by: `member:${member}`,
      });
    },
    onError: (error) => log.warn({ err: error }, "a document could not be compared with the database"),
    ban,
  };

  /** Reads updates that other processes have stored. */
  async function compare(): Promise<void> {
    if (rooms.size === 0) return;
    try {
      const lastNumbers = await updates.lastNumbers([...rooms.keys()]);
      for (const room of rooms.values()) room.compare(lastNumbers.get(room.name.id));
    } catch (error) {
      roomContext.onError(error);
    }
  }

  function onEvent({ type, stream, data }: RecordedEvent): void {
    const [, team] = /^(?:team|subject)-(\d+)/.exec(stream) ?? [];
    for (const connection of connections) {
      if (connection.name.teamId === Number(team)) connection.reconsider();
      if (type === "MemberWithdrawn" && connection.member === data["memberId"])
        connection.end(closeCodes.revoked);
    }
    void removeFormer(type, stream).catch((error) =>
      log.warn({ err: error }, "former documents could not be removed; they expire"),
    );
  }

  async function removeFormer(type: string, stream: string): Promise<void> {
    const problem = problemOfStream(stream);
    if (problem)
      await updates.remove(
        roomsOf(problem.teamId, problem.date),
        await presentRoom(store, problem.teamId, problem.date),
      );
    else if (type === "TeamDeleted") await updates.remove(roomsOf(Number(stream.slice("team-".length))));
  }

  const following = followHead(store, onEvent, (error) =>
    log.error({ err: error }, "documents stopped following the log and will continue from there"),
  );

  const context: ConnectionContext = {
    limits,
    async authenticate(token) {
      await following.ready;
      return options.authenticate(token);
    },
    whenLoginEnds: options.whenLoginEnds ?? (() => () => {}),
    spend: options.spend,
    async refusalOf(connection, member) {
      const { name } = connection;
      const all = [...connections].filter((one) => one.member === member);
      if (all.indexOf(connection) >= limits.connectionsPerMember) return closeCodes.tooMany;
      if (isBanned(member) || isBanned(name.id)) return documentCloseCodes.full;
      return refusalOf(store, member, name, { today: seoulDate(now()), daysAround: limits.daysAround });
    },
    stateOf: async (member) => stateOfMember(member, await options.nameOf(member)),
    roomOf(name) {
      const room = rooms.get(name.id) ?? new Room(name, roomContext, () => void rooms.delete(name.id));
      rooms.set(name.id, room);
      return room;
    },
    ban,
    onEnd: (connection) => connections.delete(connection),
    onError: (error) => log.warn({ err: error }, "a client of documents was disconnected"),
  };

  const sockets = createSockets(options.allowedOrigin, limits, (socket, name, token, transport) => {
    const authenticate = async (given: string) => {
      const caller = await context.authenticate(given);
      if (!isWithinShare(transport, caller.uuid)) throw new Refused("too-many-requests");
      return caller;
    };
    connections.add(new DocumentConnection(socket, name, token, { ...context, authenticate }));
  });
  const timers = [
    setInterval(() => void compare(), limits.pollMs),
    setInterval(() => {
      for (const connection of connections) connection.ping();
    }, limits.heartbeatMs),
  ];
  for (const timer of timers) timer.unref();

  return {
    attach: sockets.attach,
    async close() {
      sockets.refuse();
      for (const timer of timers) clearInterval(timer);
      const leaving = [...connections];
      for (const connection of leaving) connection.end(closeCodes.shutdown);
      await Promise.all(leaving.map(({ closed }) => closed));
      const settled = Promise.all([...rooms.values()].map((room) => room.settled()));
      await Promise.race([settled, pause(closingMs, undefined, { ref: false })]);
      await worker.close();
      await settled;
      sockets.detach();
      await following.stop();
      await peers.close();
    },
    stats: () => ({ connections: connections.size, rooms: rooms.size }),
    async prune() {
      const count = await updates.prune();
      if (count > 0) {
        peers.sendWritten();
        void compare();
      }
      return count;
    },
  };
}

/** Calls back for every event from now on, in log order. */
function followHead(
  store: EventStore,
  onEvent: (event: RecordedEvent) => void,
  onError: (error: unknown) => void,
) {
  const stopping = new AbortController();
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const from = async () => {
    const head = await store.head();
    isReady();
    return head;
  };
  const running = follow(store, from, ({ events }) => events.forEach(onEvent), {
    signal: stopping.signal,
    onError,
  });
  return {
    ready,
    async stop() {
      stopping.abort();
      isReady();
      await running;
    },
  };
}

/** Handles upgrades of the path. A connection without a token is closed with a code that a browser can read. */
function createSockets(
  site: string,
  limits: DocumentLimits,
  onConnection: (socket: WebSocket, name: RoomName, token: string, transport: Duplex) => void,
) {
  const allowedOrigin = new URL(site).origin;
  const detach: (() => void)[] = [];
  let isRefusing = false;
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: limits.messageBytes,
    // The second subprotocol is the token.
    handleProtocols: () => documentsProtocol,
  });

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { origin } = request.headers;
    const name = roomNamed(new URL(request.url ?? "/", allowedOrigin).searchParams.get("room") ?? "");
    // Programs other than browsers send no Origin; a browser always does.
    if (origin !== undefined && origin !== allowedOrigin) refuseUpgrade(socket, 403);
    else if (isRefusing) refuseUpgrade(socket, 503);
    else if (!name) refuseUpgrade(socket, 404);
    else
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const token = tokenOf(request);
        if (token === undefined) webSocket.close(closeCodes.unauthenticated);
        else onConnection(webSocket, name, token, socket);
      });
  }

  return {
    attach: (server: Server, path: string) => void detach.push(serveUpgrades(server, path, upgrade)),
    refuse() {
      isRefusing = true;
    },
    detach() {
      for (const stop of detach) stop();
    },
  };
}

/** The token is sent as the second subprotocol, so that no address and hence no log contains it. */
const tokenOf = ({ headers }: IncomingMessage): string | undefined => {
  const [protocol, token] = (headers["sec-websocket-protocol"] ?? "").split(",").map((part) => part.trim());
  return protocol === documentsProtocol && token ? token : undefined;
};
