import type { RawData, WebSocket } from "ws";
import type { DocumentLimits } from "#contracts/documents/api";
import { Refused } from "#contracts/errors";
import { closeCodes, tryAgainLater } from "#contracts/live";
import { oneJobAtATime } from "../platform/queues/jobs.ts";
import { limitRate } from "../platform/queues/rate.ts";
import { TooMuchWork } from "../platform/threads/thread.ts";
import type { StateOf } from "./awareness.ts";
import { EndsConnection } from "./document-worker.ts";
import type { Client, Room } from "./room.ts";
import type { RoomName } from "./room-name.ts";
import { parseMessage } from "./wire.ts";

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

export interface DocumentConnection {
  readonly name: RoomName;
  /** Null until the token has been verified. */
  readonly member: string | null;
  /** Checks the permission again before the next message is handled. */
  reconsider(): void;
  ping(): void;
  end(code: number): void;
  readonly closed: Promise<void>;
}

const closeGraceMs = 2000;
const longestTimer = 2 ** 31 - 1;

function closeCodeOf({ code }: Refused): number {
  if (code === "expired-token") return closeCodes.tokenExpired;
  return code === "too-many-requests" ? closeCodes.tooMany : closeCodes.unauthenticated;
}

/** One client from its first message to its end. Its messages are handled one after the other. */
export function connect(
  socket: WebSocket,
  name: RoomName,
  token: string,
  context: ConnectionContext,
): DocumentConnection {
  const { limits } = context;
  const allow = limitRate(limits.messagesPerSecond, 2 * limits.messagesPerSecond);
  let member: string | null = null;
  let entered: { readonly room: Room; readonly client: Client } | undefined;
  let isEnded = false;
  let missedPongs = 0;
  let waitingBytes = 0;
  const cleanUp: (() => void)[] = [];
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const oneTask = oneJobAtATime();

  function inTurn(task: () => Promise<void>): void {
    void oneTask(() => (isEnded ? Promise.resolve() : task().catch(failed)));
  }

  function send(message: Uint8Array): void {
    if (isEnded) return;
    if (socket.bufferedAmount > limits.bufferedBytes) end(closeCodes.slow);
    else socket.send(message);
  }

  function finish(): void {
    if (isEnded) return;
    isEnded = true;
    for (const task of cleanUp) task();
    if (entered) entered.room.leave(entered.client);
    context.onEnd(connection);
  }

  function end(code: number): void {
    if (isEnded) return;
    finish();
    socket.close(code);
    const cut = setTimeout(() => socket.terminate(), closeGraceMs);
    socket.once("close", () => clearTimeout(cut));
  }

  function endAfter(ms: number, code: number): () => void {
    const timer = setTimeout(() => end(code), Math.min(Math.max(0, ms), longestTimer));
    cleanUp.push(() => clearTimeout(timer));
    return () => clearTimeout(timer);
  }

  function failed(error: unknown): void {
    if (error instanceof TooMuchWork && member !== null) context.ban(member);
    if (error instanceof Refused) end(closeCodeOf(error));
    else if (error instanceof EndsConnection) end(error.code);
    else if (!isEnded) {
      context.onError(error);
      end(tryAgainLater);
    }
  }

  async function check(): Promise<boolean> {
    const code = member === null ? closeCodes.unauthenticated : await context.refusalOf(connection, member);
    if (code !== undefined) end(code);
    return !isEnded;
  }

  async function enter(): Promise<void> {
    const stopWaiting = endAfter(limits.openMs, tryAgainLater);
    const caller = await context.authenticate(token);
    if (isEnded) return;
    // Set before the permission is looked up, so that a revocation meanwhile is not missed.
    member = caller.uuid;
    cleanUp.push(context.whenLoginEnds(caller, () => end(closeCodes.revoked)));
    endAfter(caller.expiresAt.getTime() - Date.now(), closeCodes.tokenExpired);
    if (isEnded || !(await check())) return;
    const client: Client = { member, stateOf: await context.stateOf(member), send };
    if (isEnded) return;
    const room = context.roomOf(name);
    if (room.size >= limits.clientsPerRoom) return end(closeCodes.tooMany);
    entered = { room, client };
    await room.enter(client);
    stopWaiting();
  }

  socket.on("message", (data: RawData) => {
    missedPongs = 0;
    if (isEnded) return;
    const { length } = data as Buffer;
    const units = (bytes: number) => Math.floor(bytes / limits.messageUnitBytes);
    if (!allow(1 + units(length))) return end(closeCodes.tooMany);
    const message = parseMessage(data as Buffer);
    if (!message) return end(closeCodes.badRequest);
    waitingBytes += length;
    if (waitingBytes > 2 * limits.messageBytes) return end(tryAgainLater);
    inTurn(async () => {
      waitingBytes -= length;
      if (!entered) return;
      if (message.type === "update" || message.type === "seed")
        context.spend(entered.client.member, message.update.length);
      const answered = await entered.room.receive(entered.client, message);
      // A request of a few bytes may be answered with a whole document.
      if (!allow(units(answered))) end(closeCodes.tooMany);
    });
  });
  socket.on("pong", () => {
    missedPongs = 0;
  });
  socket.on("close", finish);
  // After a frame above the limit or a broken connection, ws closes by itself.
  socket.on("error", () => {});

  const connection: DocumentConnection = {
    name,
    get member() {
      return member;
    },
    reconsider: () => inTurn(async () => void (await check())),
    ping() {
      if (missedPongs >= 2) return end(closeCodes.noPong);
      missedPongs += 1;
      socket.ping();
    },
    end,
    closed,
  };
  inTurn(enter);
  return connection;
}
