import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { closeCodes } from "#contracts/live";
import { frameOf, type SerialisedMessage } from "./frame.ts";
import type { LiveServerLimits } from "./options.ts";

interface ConnectionEvents {
  /** Called once, whichever side closes. */
  readonly ended: (code: number) => void;
  readonly sent: (messages: number) => void;
}

/** A message for a client that does not read, and its place in the order of posting. */
interface Unread {
  message: SerialisedMessage;
  place: number;
}

/**
 * The outgoing queue of one client. Messages have slots: a newer message replaces an older one of its slot, so a slow
 * client occupies bounded memory and gets each name once.
 */
export class Connection {
  readonly #socket: WebSocket;
  /** The socket below the websocket: prepared frames are written to it, because framing costs as much as sending. */
  readonly #transport: Duplex;
  readonly #limits: LiveServerLimits;
  readonly #events: ConnectionEvents;
  /** At most one message per watched channel and a few more. */
  #pending: SerialisedMessage[] = [];
  /** Those of a client that does not read, by slot: each change would otherwise search the list of every such client. */
  readonly #unread = new Map<string, Unread>();
  #posted = 0;
  #holds = 0;
  #finishing: (() => void) | undefined;
  #slow: NodeJS.Timeout | undefined;
  #silentBeats = 0;
  #ended = false;

  constructor(socket: WebSocket, transport: Duplex, limits: LiveServerLimits, events: ConnectionEvents) {
    this.#socket = socket;
    this.#transport = transport;
    this.#limits = limits;
    this.#events = events;
    socket.on("pong", () => this.alive());
    socket.on("close", (code) => this.#finish(code));
    // After a broken frame or connection, ws closes by itself.
    socket.on("error", () => {});
  }

  get ended(): boolean {
    return this.#ended;
  }

  get pendingMessages(): number {
    return this.#pending.length + this.#unread.size;
  }

  get bufferedBytes(): number {
    return this.#transport.writableLength;
  }

  /** Call when the peer has sent something. */
  alive(): void {
    this.#silentBeats = 0;
  }

  /** Sends a ping; the second ping without any response ends the connection. */
  beat(): void {
    if (this.#silentBeats >= 2) this.end(closeCodes.noPong);
    else {
      this.#silentBeats += 1;
      this.#socket.ping();
    }
  }

  /** Queues a message; `flush` sends it. */
  post(message: SerialisedMessage): void {
    if (this.#ended) return;
    // In the order of posting, because a client's newest checkpoint must come last.
    if (this.#unread.size > 0) this.#keepUnread(message);
    else {
      this.withdraw(message.slot);
      this.#pending.push(message);
    }
  }

  withdraw(slot: string): void {
    this.#unread.delete(slot);
    const at = this.#pending.findIndex((message) => message.slot === slot);
    if (at >= 0) this.#pending.splice(at, 1);
  }

  #keepUnread(message: SerialisedMessage): void {
    this.#posted += 1;
    const known = this.#unread.get(message.slot);
    if (known) Object.assign(known, { message, place: this.#posted });
    else this.#unread.set(message.slot, { message, place: this.#posted });
  }

  /** Blocks sending until the matching `release`, so that a later checkpoint never overtakes an earlier name. */
  hold(): void {
    this.#holds += 1;
  }

  release(): void {
    if (this.#holds === 1) {
      const finish = this.#finishing;
      this.#finishing = undefined;
      finish?.();
    }
    this.#holds -= 1;
    this.flush();
  }

  /** Queues messages after everything else, just before the last hold is released. */
  atLast(post: () => void): void {
    this.#finishing = post;
  }

  flush(): void {
    if (this.pendingMessages === 0 || this.#holds > 0) return;
    if (!this.#hasRoom()) {
      for (const message of this.#pending) this.#keepUnread(message);
      this.#pending = [];
      return;
    }
    const messages = this.#taken();
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#transport.write(frameOf(messages), this.#onSent);
    this.#events.sent(messages.length);
  }

  #taken(): SerialisedMessage[] {
    if (this.#unread.size === 0) {
      const messages = this.#pending;
      this.#pending = [];
      return messages;
    }
    const unread = [...this.#unread.values()].sort((one, other) => one.place - other.place);
    this.#unread.clear();
    return unread.map(({ message }) => message);
  }

  /** Closes a client that has not read for `slowMs`. */
  #hasRoom(): boolean {
    if (this.#ended) return false;
    const buffered = this.bufferedBytes;
    if (buffered > this.#limits.bufferHardBytes) this.end(closeCodes.slow);
    else if (buffered > this.#limits.bufferSoftBytes)
      this.#slow ??= setTimeout(() => this.end(closeCodes.slow), this.#limits.slowMs);
    else return true;
    return false;
  }

  /** Closes with a code of the contract; an unresponsive peer is terminated. */
  end(code: number): void {
    if (this.#ended) return;
    this.#finish(code);
    this.#socket.close(code);
    const cut = setTimeout(() => this.#socket.terminate(), this.#limits.closeGraceMs);
    this.#socket.once("close", () => clearTimeout(cut));
  }

  /** Resolves when the socket is closed. */
  closed(): Promise<void> {
    if (this.#socket.readyState === this.#socket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => this.#socket.once("close", () => resolve()));
  }

  readonly #onSent = (): void => {
    if (this.#slow === undefined || this.bufferedBytes > this.#limits.bufferSoftBytes) return;
    clearTimeout(this.#slow);
    this.#slow = undefined;
    this.flush();
  };

  #finish(code: number): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#slow);
    this.#pending = [];
    this.#unread.clear();
    this.#events.ended(code);
  }
}
