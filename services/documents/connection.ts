import type { RawData, WebSocket } from "ws";
import { type DocumentLimits, documentCloseCodes } from "#contracts/documents/api";
import { Refused } from "#contracts/errors";
import { closeCodes } from "#contracts/live";
import { createAllowance } from "../platform/live/messages.ts";
import { TooMuchWork } from "../platform/threads/thread.ts";
import type { Room } from "./room.ts";
import type { Guest } from "./room-context.ts";
import type { RoomName } from "./room-name.ts";
import type { Rooms } from "./rooms.ts";
import { OwnerForgotten } from "./seals.ts";
import { type Heard, parseMessage } from "./wire.ts";

/** The person behind a connection, as the site knows them. */
export interface Caller {
  readonly uuid: string;
  readonly expiresAt: Date;
  readonly login?: string | undefined;
}

export interface ConnectionContext {
  readonly limits: DocumentLimits;
  readonly rooms: Rooms;
  /** @throws Refused */
  readonly authenticate: (token: string) => Promise<Caller>;
  /** Calls back once the sign-in behind a caller is over, also when that was before. Returns how to stop. */
  readonly whenLoginEnds: (caller: Caller, onEnd: () => void) => () => void;
  readonly mayEnter: (member: string, name: RoomName) => Promise<boolean>;
  /** Whether a text may be written there at all. */
  readonly isInReach: (name: RoomName) => Promise<boolean>;
  readonly stateOf: (member: string, name: RoomName) => Promise<Guest["stateOf"]>;
  /** Called once with each caller; false when they have too many connections. */
  readonly admit: (connection: DocumentConnection) => boolean;
  readonly onEnd: (connection: DocumentConnection) => void;
  readonly onFault: (error: unknown) => void;
}

export interface DocumentConnection {
  readonly name: RoomName;
  /** Null until the token has been read. */
  readonly member: string | null;
  /** Asks for its right again; until it is answered nothing it says is taken. */
  reconsider(): void;
  beat(): void;
  end(code: number): void;
  readonly closed: Promise<void>;
}

const tryAgainLater = 1013;
const closeGraceMs = 2000;
const longestTimer = 2 ** 31 - 1;
const mostEarly = 64;

/** One client from its first message to its end. */
export function connect(
  socket: WebSocket,
  name: RoomName,
  token: string,
  context: ConnectionContext,
): DocumentConnection {
  const { limits, rooms } = context;
  const allow = createAllowance(limits.messagesPerSecond, 2 * limits.messagesPerSecond);
  let member: string | null = null;
  let guest: Guest | undefined;
  let room: Room | undefined;
  let early: Heard[] = [];
  let earlyBytes = 0;
  /** How many questions about its right are open; the way in is one. */
  let open = 1;
  let isEnded = false;
  let silentBeats = 0;
  let expiry: NodeJS.Timeout | undefined;
  let forgetLogin: (() => void) | undefined;
  const patience = setTimeout(() => end(tryAgainLater), limits.openMs);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));

  function send(message: Uint8Array): void {
    if (isEnded) return;
    if (socket.bufferedAmount > limits.bufferedBytes) end(closeCodes.slow);
    else socket.send(message);
  }

  function finish(): void {
    if (isEnded) return;
    isEnded = true;
    early = [];
    clearTimeout(patience);
    clearTimeout(expiry);
    forgetLogin?.();
    if (room && guest) rooms.leave(room, guest);
    context.onEnd(connection);
  }

  function end(code: number): void {
    if (isEnded) return;
    finish();
    socket.close(code);
    const cut = setTimeout(() => socket.terminate(), closeGraceMs);
    socket.once("close", () => clearTimeout(cut));
  }

  function failed(error: unknown): void {
    if (error instanceof Refused)
      end(error.code === "expired-token" ? closeCodes.tokenExpired : closeCodes.unauthenticated);
    else if (error instanceof OwnerForgotten) end(closeCodes.revoked);
    else if (error instanceof TooMuchWork) end(documentCloseCodes.full);
    else {
      context.onFault(error);
      end(tryAgainLater);
    }
  }

  /** Takes what was said meanwhile. */
  function settle(): void {
    open -= 1;
    if (open > 0 || isEnded) return;
    earlyBytes = 0;
    for (const message of early.splice(0)) act(message);
  }

  function act(message: Heard): void {
    if (!room || !guest) return;
    const heard = room.hear(guest, message);
    heard.catch(failed);
    if (message.type !== "ask") return;
    // A question of a few bytes may be answered with a whole document.
    const charge = (bytes: number) => {
      if (!allow(Math.floor(bytes / limits.messageUnitBytes))) end(closeCodes.tooMany);
    };
    heard.then(charge, () => {});
  }

  /** Until it is known whether it may speak. */
  function wait(message: Heard, bytes: number): void {
    earlyBytes += bytes;
    if (early.push(message) > mostEarly) end(closeCodes.tooMany);
    else if (earlyBytes > limits.messageBytes) end(tryAgainLater);
  }

  async function comeIn(): Promise<void> {
    const caller = await context.authenticate(token);
    if (isEnded) return;
    member = caller.uuid;
    // Known as theirs before the right is looked up: losing it meanwhile is not overlooked.
    if (!context.admit(connection)) return end(closeCodes.tooMany);
    forgetLogin = context.whenLoginEnds(caller, () => end(closeCodes.revoked));
    const left = Math.max(0, caller.expiresAt.getTime() - Date.now());
    expiry = setTimeout(() => end(closeCodes.tokenExpired), Math.min(left, longestTimer));
    if (!(await context.mayEnter(member, name))) return end(closeCodes.revoked);
    if (!(await context.isInReach(name))) return end(documentCloseCodes.dayTooFar);
    const me: Guest = { member, stateOf: await context.stateOf(member, name), send, end };
    if (isEnded) return;
    const entered = await rooms.enter(name, me);
    if (entered === "too-many") return end(closeCodes.tooMany);
    if (isEnded) return rooms.leave(entered, me);
    guest = me;
    room = entered;
    clearTimeout(patience);
  }

  async function lookAgain(): Promise<void> {
    if (member !== null && !(await context.mayEnter(member, name))) end(closeCodes.revoked);
  }

  socket.on("message", (data: RawData) => {
    silentBeats = 0;
    if (isEnded) return;
    const { length } = data as Buffer;
    if (!allow(1 + Math.floor(length / limits.messageUnitBytes))) return end(closeCodes.tooMany);
    const message = parseMessage(data as Buffer);
    if (!message) end(closeCodes.badRequest);
    else if (open === 0) act(message);
    else wait(message, length);
  });
  socket.on("pong", () => {
    silentBeats = 0;
  });
  socket.on("close", finish);
  // A frame above the limit or a broken line: ws closes by itself.
  socket.on("error", () => {});

  const connection: DocumentConnection = {
    name,
    get member() {
      return member;
    },
    reconsider() {
      open += 1;
      lookAgain().catch(failed).finally(settle);
    },
    beat() {
      if (silentBeats >= 2) end(closeCodes.noPong);
      else {
        silentBeats += 1;
        socket.ping();
      }
    },
    end,
    closed,
  };
  comeIn().catch(failed).finally(settle);
  return connection;
}
