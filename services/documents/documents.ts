import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocketServer } from "ws";
import { seoulDate } from "#contracts/dates";
import { documentLimits, documentsProtocol } from "#contracts/documents/api";
import { closeCodes } from "#contracts/live";
import { listeningOn } from "../event-store/listening.ts";
import { refuseUpgrade, serveUpgrades } from "../platform/live/upgrades.ts";
import type { Reactor } from "../platform/reactors/reactor.ts";
import { type ConnectionContext, connect, type DocumentConnection } from "./connection.ts";
import { createCopies } from "./copies.ts";
import { follow } from "./follow.ts";
import { createNeighbours } from "./neighbours.ts";
import type { DocumentsOptions } from "./options.ts";
import { isInReach } from "./reach.ts";
import { documentReactors } from "./reactors.ts";
import { type Loss, lossBy, mayEnter } from "./rights.ts";
import { type RoomName, roomNamed } from "./room-name.ts";
import { createRooms } from "./rooms.ts";
import { sourceOf } from "./source.ts";
import { statesOf } from "./states.ts";
import { postgresUpdateLog } from "./update-log.ts";
import { type DocumentsHealth, watchLog } from "./watch-log.ts";

/** How long work on what was said is waited for at the end. What has been confirmed is in the database already. */
const closingMs = 5000;

export interface Documents {
  attach(server: Server, path: string): void;
  /** What ends texts together with what they were made for. */
  readonly reactors: Reactor[];
  /** Sends everybody away, and keeps what they said unless that takes long: then they bring it again. */
  close(): Promise<void>;
  stats(): { readonly connections: number; readonly rooms: Readonly<Record<RoomName["kind"], number>> };
  health(): DocumentsHealth;
  /** Deletes documents that are kept no longer; how many. */
  prune(): Promise<number>;
}

/**
 * Keeps texts while they are written: drafts of one, problems of a team's managers, and who is on a team's page
 * (design/engine.md §4). Works with any number of processes on one database.
 */
export function createDocuments(options: DocumentsOptions): Documents {
  const { pool, keys, store, authenticate, personOf, log, now, metrics } = options;
  const limits = { ...documentLimits, ...options.limits };
  const allowedOrigin = new URL(options.allowedOrigin).origin;
  const copies = createCopies();
  const { log: updates, health } = watchLog(postgresUpdateLog(pool, keys, limits, copies), metrics.saved);
  const connections = new Set<DocumentConnection>();
  const detach: (() => void)[] = [];
  let isClosing = false;
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: limits.messageBytes,
    // The other one is the token.
    handleProtocols: () => documentsProtocol,
  });

  const neighbours = createNeighbours(listeningOn(pool), {
    onWritten: () => void compare(),
    onAwareness: (room, update) => rooms.find(room)?.hearNeighbour(update),
    onArrival() {
      for (const room of rooms.open()) {
        for (const { update, about } of room.whereabouts())
          neighbours.tellAwareness(room.name.id, update, about);
      }
    },
  });
  const rooms = createRooms({
    log: updates,
    copies,
    limits,
    sourceOf: (room) => sourceOf(store, room),
    tellWritten: neighbours.tellWritten,
    tellAwareness: neighbours.tellAwareness,
    onUpdate: metrics.updated,
    onFailed: (error) => log.warn({ err: error }, "a document is put off"),
  });

  /** Reads what other processes have written. */
  async function compare(): Promise<void> {
    const open = [...rooms.open()].filter(({ name }) => name.kind !== "team");
    if (open.length === 0) return;
    try {
      const heads = await updates.heads(open.map(({ name }) => name.id));
      for (const room of open) room.compare(heads.get(room.name.id));
    } catch (error) {
      log.warn({ err: error }, "documents could not be compared with the database");
    }
  }

  /** The database has changed by itself, not by what somebody in a room wrote. */
  function tellWritten(): void {
    neighbours.tellWritten();
    void compare();
  }

  const following = follow(
    store,
    (event) => {
      const loss = lossBy(event);
      if (loss) for (const connection of concerned(loss)) connection.reconsider();
      if (event.type === "MemberWithdrawn")
        for (const connection of concerned(loss ?? {})) connection.end(closeCodes.revoked);
    },
    (error) => log.error({ err: error }, "documents stopped following the log; they will go on from there"),
  );

  function concerned({ member, teamId }: Loss): DocumentConnection[] {
    return [...connections].filter((connection) => {
      const { name } = connection;
      if (teamId !== undefined && (name.kind === "draft" || name.teamId !== teamId)) return false;
      return member === undefined || connection.member === member;
    });
  }

  const context: ConnectionContext = {
    limits,
    rooms,
    async authenticate(token) {
      await following.ready;
      return authenticate(token);
    },
    whenLoginEnds: options.whenLoginEnds ?? (() => () => {}),
    mayEnter: (member, name) => mayEnter(store, member, name),
    isInReach: (name) => isInReach(name, seoulDate(now()), limits, (problem) => sourceOf(store, problem)),
    stateOf: async (member, name) => statesOf(name, await personOf(member)),
    admit: ({ member }) =>
      [...connections].filter((other) => other.member === member).length <= limits.connectionsPerMember,
    onEnd: (connection) => connections.delete(connection),
    onFault: (error) => log.warn({ err: error }, "a client of documents was put off"),
  };

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { origin } = request.headers;
    const room = roomNamed(new URL(request.url ?? "/", allowedOrigin).searchParams.get("room") ?? "");
    // Programs other than browsers send no Origin; a browser always does.
    if (origin !== undefined && origin !== allowedOrigin) refuseUpgrade(socket, 403);
    else if (isClosing) refuseUpgrade(socket, 503);
    else if (!room) refuseUpgrade(socket, 404);
    else {
      const token = tokenOf(request);
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        if (token === undefined) webSocket.close(closeCodes.unauthenticated);
        else connections.add(connect(webSocket, room, token, context));
      });
    }
  }

  neighbours.start();
  const timers = [
    setInterval(() => void compare(), limits.pollMs),
    setInterval(() => {
      for (const connection of connections) connection.beat();
    }, limits.heartbeatMs),
  ];
  for (const timer of timers) timer.unref();

  return {
    attach(server, path) {
      detach.push(serveUpgrades(server, path, upgrade));
    },
    reactors: documentReactors({ ...updates, tellWritten }),
    async close() {
      isClosing = true;
      for (const timer of timers) clearInterval(timer);
      const leaving = [...connections];
      for (const connection of leaving) connection.end(closeCodes.shutdown);
      await Promise.all(leaving.map(({ closed }) => closed));
      const keeping = rooms.close();
      await Promise.race([keeping, pause(closingMs, undefined, { ref: false })]);
      await copies.close();
      await keeping;
      for (const stop of detach) stop();
      await following.stop();
      await neighbours.close();
    },
    stats() {
      const open = [...rooms.open()];
      const count = (kind: RoomName["kind"]) => open.filter(({ name }) => name.kind === kind).length;
      return {
        connections: connections.size,
        rooms: { draft: count("draft"), subject: count("subject"), team: count("team") },
      };
    },
    health,
    async prune() {
      const count = await updates.prune();
      if (count > 0) tellWritten();
      return count;
    },
  };
}

/** It comes as the second subprotocol, so that no address and hence no log ever holds it. */
const tokenOf = ({ headers }: IncomingMessage): string | undefined => {
  const [protocol, token] = (headers["sec-websocket-protocol"] ?? "").split(",").map((part) => part.trim());
  return protocol === documentsProtocol && token ? token : undefined;
};
