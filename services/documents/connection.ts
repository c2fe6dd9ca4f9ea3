import type { RawData, WebSocket } from "ws";
import type { DocumentLimits } from "#contracts/documents/api";
import { Refused } from "#contracts/errors";
import { oneJobAtATime } from "#contracts/jobs";
import { closeCodes, tryAgainLater } from "#contracts/live";
import { limitRate } from "../platform/queues/rate.ts";
import { TooMuchWork } from "../platform/threads/thread.ts";
import type { StateOf } from "./awareness.ts";
import { EndsConnection } from "./document-worker.ts";
import type { Client, Room } from "./room.ts";
import type { RoomName } from "./room-name.ts";
import { type ClientMessage, parseMessage } from "./wire.ts";

/** The authenticated member behind a connection. */
export interface Caller {
  readonly uuid: string;
  readonly expiresAt: Date;
  readonly login?: string | undefined;
}

export interface ConnectionContext {
  readonly limits: DocumentLimits;
  /** @throws Refused */
  readonly authenticate: (token: string) => Promise<Caller>;
  /**
   * Calls back when the caller's session ends, or immediately if it has ended. Returns a function that unsubscribes.
   */
  readonly whenLoginEnds: (caller: Caller, onEnd: () => void) => () => void;
  /** The close code with which a member is refused; undefined if they may be in the room. */
  readonly refusalOf: (connection: DocumentConnection, member: string) => Promise<number | undefined>;
  readonly stateOf: (member: string) => Promise<StateOf>;
  /**
   * Counts the bytes that a member stores.
   * @throws Refused too-many-requests
   */
  readonly spend: (member: string, bytes: number) => void;
  readonly roomOf: (name: RoomName) => Room;
  /** Called when a message of this member caused a job that took too long. */
  readonly ban: (member: string) => void;
  readonly onEnd: (connection: DocumentConnection) => void;
  readonly onError: (error: unknown) => void;
}

const closeGraceMs = 2000;
const longestTimer = 2 ** 31 - 1;

function closeCodeOf({ code }: Refused): number {
  if (code === "expired-token") return closeCodes.tokenExpired;
  return code === "too-many-requests" ? closeCodes.tooMany : closeCodes.unauthenticated;
}

/** One client from its first message to its end. Its messages are handled one after the other. */
export class DocumentConnection {
  readonly name: RoomName;
  /** Resolves once the socket is closed. */
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #context: ConnectionContext;
  readonly #allow: (count: number) => boolean;
  readonly #oneTask = oneJobAtATime();
  readonly #cleanUp: (() => void)[] = [];
  #member: string | null = null;
  #entered: { readonly room: Room; readonly client: Client } | undefined;
  #isEnded = false;
  #missedPongs = 0;
  #waitingBytes = 0;

  constructor(socket: WebSocket, name: RoomName, token: string, context: ConnectionContext) {
    const { messagesPerSecond } = context.limits;
    this.name = name;
    this.#socket = socket;
    this.#context = context;
    this.#allow = limitRate(messagesPerSecond, 2 * messagesPerSecond);
    this.closed = new Promise((resolve) => socket.once("close", () => resolve()));
    socket.on("message", (data: RawData) => {
      this.#missedPongs = 0;
      if (!this.#isEnded) this.#take(data as Buffer);
    });
    socket.on("pong", () => {
      this.#missedPongs = 0;
    });
    socket.on("close", () => this.#finish());
    // After a frame above the limit or a broken connection, ws closes by itself.
    socket.on("error", () => {});
    this.#inTurn(() => this.#enter(token));
  }

  /** Null until the token has been verified. */
  get member(): string | null {
    return this.#member;
  }

  /** Checks the permission again before the next message is handled. */
  reconsider(): void {
    this.#inTurn(async () => void (await this.#check()));
  }

  ping(): void {
    if (this.#missedPongs >= 2) this.end(closeCodes.noPong);
    else {
      this.#missedPongs += 1;
      this.#socket.ping();
    }
  }

  end(code: number): void {
    if (this.#isEnded) return;
    this.#finish();
    this.#socket.close(code);
    const cut = setTimeout(() => this.#socket.terminate(), closeGraceMs);
    this.#socket.once("close", () => clearTimeout(cut));
  }

  #inTurn(task: () => Promise<void>): void {
    void this.#oneTask(async () => {
      if (!this.#isEnded) await task().catch((error) => this.#fail(error));
    });
  }

  #send(message: Uint8Array): void {
    if (this.#isEnded) return;
    if (this.#socket.bufferedAmount > this.#context.limits.bufferedBytes) this.end(closeCodes.slow);
    else this.#socket.send(message);
  }

  #finish(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const task of this.#cleanUp) task();
    if (this.#entered) this.#entered.room.leave(this.#entered.client);
    this.#context.onEnd(this);
  }

  /** Returns how to cancel it. */
  #endAfter(ms: number, code: number): () => void {
    const timer = setTimeout(() => this.end(code), Math.min(Math.max(0, ms), longestTimer));
    const cancel = () => clearTimeout(timer);
    this.#cleanUp.push(cancel);
    return cancel;
  }

  #fail(error: unknown): void {
    if (error instanceof TooMuchWork && this.#member !== null) this.#context.ban(this.#member);
    if (error instanceof Refused) this.end(closeCodeOf(error));
    else if (error instanceof EndsConnection) this.end(error.code);
    else if (!this.#isEnded) {
      this.#context.onError(error);
      this.end(tryAgainLater);
    }
  }

  async #check(): Promise<boolean> {
    const code =
      this.#member === null ? closeCodes.unauthenticated : await this.#context.refusalOf(this, this.#member);
    if (code !== undefined) this.end(code);
    return !this.#isEnded;
  }

  async #enter(token: string): Promise<void> {
    const { limits, authenticate, whenLoginEnds, stateOf, roomOf } = this.#context;
    const stopWaiting = this.#endAfter(limits.openMs, tryAgainLater);
    const caller = await authenticate(token);
    if (this.#isEnded) return;
    const member = caller.uuid;
    // Set before the permission is looked up, so that a revocation meanwhile is not missed.
    this.#member = member;
    this.#cleanUp.push(whenLoginEnds(caller, () => this.end(closeCodes.revoked)));
    this.#endAfter(caller.expiresAt.getTime() - Date.now(), closeCodes.tokenExpired);
    if (this.#isEnded || !(await this.#check())) return;
    const client: Client = {
      member,
      stateOf: await stateOf(member),
      send: (message) => this.#send(message),
    };
    if (this.#isEnded) return;
    const room = roomOf(this.name);
    if (room.size >= limits.clientsPerRoom) return this.end(closeCodes.tooMany);
    this.#entered = { room, client };
    await room.enter(client);
    stopWaiting();
  }

  #take(frame: Buffer): void {
    const isAllowed = this.#allow(1 + this.#unitsOf(frame.length));
    const message = isAllowed ? parseMessage(frame) : undefined;
    if (!isAllowed) this.end(closeCodes.tooMany);
    else if (!message) this.end(closeCodes.badRequest);
    else this.#queue(message, frame.length);
  }

  #queue(message: ClientMessage, bytes: number): void {
    this.#waitingBytes += bytes;
    if (this.#waitingBytes > 2 * this.#context.limits.messageBytes) this.end(tryAgainLater);
    else
      this.#inTurn(() => {
        this.#waitingBytes -= bytes;
        return this.#handle(message);
      });
  }

  async #handle(message: ClientMessage): Promise<void> {
    if (!this.#entered) return;
    const { room, client } = this.#entered;
    if (message.type === "update" || message.type === "seed")
      this.#context.spend(client.member, message.update.length);
    const answered = await room.receive(client, message);
    // A request of a few bytes may be answered with a whole document.
    if (!this.#allow(this.#unitsOf(answered))) this.end(closeCodes.tooMany);
  }

  /** Number of messages as which this many bytes count. */
  #unitsOf(bytes: number): number {
    return Math.floor(bytes / this.#context.limits.messageUnitBytes);
  }
}
