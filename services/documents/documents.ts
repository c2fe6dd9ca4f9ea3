import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { BaseLogger } from "pino";
import type { WebSocket } from "ws";
import { type DocumentLimits, documentCloseCodes, documentLimits } from "#contracts/documents/api";
import { Refused } from "#contracts/errors";
import { closeCodes } from "#contracts/live";
import type { EventStore, RecordedEvent } from "../event-store/event-store.ts";
import { follow } from "../event-store/follow.ts";
import { listeningOn } from "../event-store/listening.ts";
import { picturesIn } from "../platform/html/picture-of-body.ts";
import { isWithinShare } from "../platform/live/upgrades.ts";
import type { PictureUse } from "../platform/platform.ts";
import { problemOfStream } from "../subject/facts.ts";
import { stateOfMember } from "./awareness.ts";
import { type Caller, type ConnectionContext, DocumentConnection } from "./connection.ts";
import { createDocumentWorker, type DocumentWorker } from "./document-worker.ts";
import type { ObserveSave } from "./observed-save.ts";
import { createPeers, type Peers } from "./peers.ts";
import { presentRoom, refusalOf } from "./rights.ts";
import { Room, type RoomContext } from "./room.ts";
import { type RoomName, roomsOf } from "./room-name.ts";
import { createSockets } from "./sockets.ts";
import { postgresUpdateLog, type UpdateLog } from "./update-log.ts";

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

/** How long closing waits for messages being handled. */
const closingMs = 5000;

/** Lets the managers of a team edit a day's problem together, on any number of processes with one database. */
export class Documents {
  readonly #options: DocumentsOptions;
  readonly #limits: DocumentLimits;
  readonly #connections = new Set<DocumentConnection>();
  readonly #rooms = new Map<string, Room>();
  /** Until when rooms and members are refused, in milliseconds since 1970. */
  readonly #bans = new Map<string, number>();
  readonly #updates: UpdateLog;
  readonly #worker: DocumentWorker;
  readonly #peers: Peers;
  readonly #following: ReturnType<typeof followHead>;
  readonly #sockets: ReturnType<typeof createSockets>;
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #roomContext: RoomContext;
  readonly #connectionContext: ConnectionContext;

  constructor(options: DocumentsOptions) {
    this.#options = options;
    const { pool, store, log } = options;
    const limits = { ...documentLimits, ...options.limits };
    this.#limits = limits;
    this.#updates = postgresUpdateLog(pool, limits);
    this.#worker = createDocumentWorker(limits, () => {
      for (const room of this.#rooms.values()) room.unload();
    });
    this.#peers = createPeers(listeningOn(pool), {
      onWritten: () => void this.#compare(),
      onAwareness: (room, update) => this.#rooms.get(room)?.awareness.receivePeer(update),
      onArrival: () => this.#sendAllAwareness(),
    });
    this.#roomContext = this.#contextOfRooms();
    this.#following = followHead(
      store,
      (event) => this.#onEvent(event),
      (error) =>
        log.error({ err: error }, "documents stopped following the log and will continue from there"),
    );
    this.#connectionContext = this.#contextOfConnections();
    this.#sockets = createSockets(options.allowedOrigin, limits, (socket, name, token, transport) =>
      this.#connect(socket, name, token, transport),
    );
    this.#timers = [
      setInterval(() => void this.#compare(), limits.pollMs).unref(),
      setInterval(() => this.#ping(), limits.heartbeatMs).unref(),
    ];
  }

  attach(server: Server, path: string): void {
    this.#sockets.attach(server, path);
  }

  /** Closes all connections; clients send unsaved updates again when they reconnect. */
  async close(): Promise<void> {
    this.#sockets.refuse();
    for (const timer of this.#timers) clearInterval(timer);
    const leaving = [...this.#connections];
    for (const connection of leaving) connection.end(closeCodes.shutdown);
    await Promise.all(leaving.map(({ closed }) => closed));
    const settled = Promise.all([...this.#rooms.values()].map((room) => room.settled()));
    await Promise.race([settled, pause(closingMs, undefined, { ref: false })]);
    await this.#worker.close();
    await settled;
    this.#sockets.detach();
    await this.#following.stop();
    await this.#peers.close();
  }

  stats(): { readonly connections: number; readonly rooms: number } {
    return { connections: this.#connections.size, rooms: this.#rooms.size };
  }

  /** Deletes expired rooms; returns their number. */
  async prune(): Promise<number> {
    const count = await this.#updates.prune();
    if (count > 0) {
      this.#peers.sendWritten();
      void this.#compare();
    }
    return count;
  }

  #contextOfRooms(): RoomContext {
    const { metrics, log } = this.#options;
    return {
      log: this.#updates,
      worker: this.#worker,
      limits: this.#limits,
      peers: this.#peers,
      onSave: metrics.saved,
      onUpdate: metrics.updated,
      recordPictures: (name, update, member) => this.#recordPictures(name, update, member),
      onError: (error) => log.warn({ err: error }, "a document could not be compared with the database"),
      ban: (roomOrMember) => this.#ban(roomOrMember),
    };
  }

  #contextOfConnections(): ConnectionContext {
    const { authenticate, whenLoginEnds = () => () => {}, spend, nameOf, log } = this.#options;
    return {
      limits: this.#limits,
      authenticate: async (token) => {
        await this.#following.ready;
        return authenticate(token);
      },
      whenLoginEnds,
      spend,
      refusalOf: (connection, member) => this.#refusalOf(connection, member),
      stateOf: async (member) => stateOfMember(member, await nameOf(member)),
      roomOf: (name) => this.#roomOf(name),
      ban: (roomOrMember) => this.#ban(roomOrMember),
      onEnd: (connection) => this.#connections.delete(connection),
      onError: (error) => log.warn({ err: error }, "a client of documents was disconnected"),
    };
  }

  #connect(socket: WebSocket, name: RoomName, token: string, transport: Duplex): void {
    const context = this.#connectionContext;
    const authenticate = async (given: string) => {
      const caller = await context.authenticate(given);
      if (!isWithinShare(transport, caller.uuid)) throw new Refused("too-many-requests");
      return caller;
    };
    this.#connections.add(new DocumentConnection(socket, name, token, { ...context, authenticate }));
  }

  #ping(): void {
    for (const connection of this.#connections) connection.ping();
  }

  #roomOf(name: RoomName): Room {
    const { id } = name;
    const room = this.#rooms.get(id) ?? new Room(name, this.#roomContext, () => void this.#rooms.delete(id));
    this.#rooms.set(id, room);
    return room;
  }

  /** The close code with which a member is refused; undefined if they may be in the room. */
  async #refusalOf(connection: DocumentConnection, member: string): Promise<number | undefined> {
    const { connectionsPerMember, daysAround } = this.#limits;
    const { store, now } = this.#options;
    const { name } = connection;
    const all = [...this.#connections].filter((one) => one.member === member);
    if (all.indexOf(connection) >= connectionsPerMember) return closeCodes.tooMany;
    if (this.#isBanned(member) || this.#isBanned(name.id)) return documentCloseCodes.full;
    return refusalOf(store, member, name, { now: now(), daysAround });
  }

  #ban(roomOrMember: string): void {
    this.#bans.set(roomOrMember, Date.now() + this.#limits.banMs);
    for (const connection of this.#connections)
      if (connection.name.id === roomOrMember || connection.member === roomOrMember)
        connection.end(documentCloseCodes.full);
  }

  #isBanned(roomOrMember: string): boolean {
    const until = this.#bans.get(roomOrMember) ?? 0;
    if (until <= Date.now()) this.#bans.delete(roomOrMember);
    return until > Date.now();
  }

  async #recordPictures({ id, teamId, date }: RoomName, update: Uint8Array, member: string): Promise<void> {
    const digests = picturesIn([Buffer.from(update).toString("latin1")]);
    const ofSaved = id.endsWith("/new") ? [] : [`subject-${teamId}_${date}`];
    await this.#options.recordUses(digests, {
      owner: `room:${id}`,
      endsWith: [`team:${teamId}`, ...ofSaved],
      revision: 0,
      by: `member:${member}`,
    });
  }

  /** Reads updates that other processes have stored. */
  async #compare(): Promise<void> {
    if (this.#rooms.size === 0) return;
    try {
      const lastNumbers = await this.#updates.lastNumbers([...this.#rooms.keys()]);
      for (const room of this.#rooms.values()) room.compare(lastNumbers.get(room.name.id));
    } catch (error) {
      this.#roomContext.onError(error);
    }
  }

  /** Tells another process which clients are in the rooms. */
  #sendAllAwareness(): void {
    for (const { name, awareness } of this.#rooms.values())
      for (const { update, about } of awareness.parts()) this.#peers.sendAwareness(name.id, update, about);
  }

  #onEvent({ type, stream, data }: RecordedEvent): void {
    const [, team] = /^(?:team|subject)-(\d+)/.exec(stream) ?? [];
    for (const connection of this.#connections) {
      if (connection.name.teamId === Number(team)) connection.reconsider();
      if (type === "MemberWithdrawn" && connection.member === data["memberId"])
        connection.end(closeCodes.revoked);
    }
    void this.#removeFormer(type, stream).catch((error) =>
      this.#options.log.warn({ err: error }, "former documents could not be removed; they expire"),
    );
  }

  async #removeFormer(type: string, stream: string): Promise<void> {
    const problem = problemOfStream(stream);
    if (problem)
      await this.#updates.remove(
        roomsOf(problem.teamId, problem.date),
        await presentRoom(this.#options.store, problem.teamId, problem.date),
      );
    else if (type === "TeamDeleted")
      await this.#updates.remove(roomsOf(Number(stream.slice("team-".length))));
  }
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
