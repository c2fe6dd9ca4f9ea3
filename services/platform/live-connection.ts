import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { closeCodes, type ServerMessage } from "#contracts/live";
import type { ServerLimits } from "./live-options.ts";

/** A message in its written form. */
export class Written {
  readonly #text: string;
  #last: { readonly messages: readonly Written[]; readonly frame: Buffer } | undefined;

  constructor(message: ServerMessage) {
    this.#text = JSON.stringify(message);
  }

  /** A websocket frame of messages, head included, written once for all clients in a row that get the same ones. */
  static frame(messages: readonly Written[]): Buffer {
    const [first] = messages;
    if (!first) return textFrame("[]");
    if (!first.#last || !isSame(first.#last.messages, messages)) {
      const frame = textFrame(`[${messages.map((message) => message.#text).join(",")}]`);
      first.#last = { messages, frame };
    }
    return first.#last.frame;
  }
}

/** RFC 6455 §5.2: one unmasked, final frame of text, as a server sends it. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([0x81, length]), payload]);
  if (length < 65_536) return Buffer.concat([Buffer.from([0x81, 126, length >> 8, length & 255]), payload]);
  const head = Buffer.alloc(10);
  head.set([0x81, 127]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

const isSame = (some: readonly unknown[], others: readonly unknown[]) =>
  some.length === others.length && some.every((one, n) => one === others[n]);

/** `1013 Try again later`: the right could not be checked just now. The client comes back after a pause. */
export const tryAgainLater = 1013;

interface ConnectionEvents {
  /** Once, whoever ended it. */
  readonly ended: (code: number) => void;
  readonly sent: (messages: number) => void;
}

/**
 * What is on its way to one client. Messages wait in slots: a newer one of the same slot takes the place of the older
 * one, so that a client that reads slowly costs a bounded amount of memory and gets each name once.
 */
export class Connection {
  readonly #socket: WebSocket;
  /** What the websocket runs on: frames are handed to it whole, since making each anew costs as much as sending it. */
  readonly #line: Duplex;
  readonly #limits: ServerLimits;
  readonly #events: ConnectionEvents;
  readonly #pending = new Map<string, Written>();
  readonly #onSent: () => void;
  #holds = 0;
  #finishing: (() => void) | undefined;
  #slow: NodeJS.Timeout | undefined;
  #silentBeats = 0;
  #ended = false;

  constructor(socket: WebSocket, line: Duplex, limits: ServerLimits, events: ConnectionEvents) {
    this.#socket = socket;
    this.#line = line;
    this.#limits = limits;
    this.#events = events;
    this.#onSent = () => this.#drained();
    socket.on("pong", () => this.heard());
    socket.on("close", (code) => this.#finish(code));
    // A broken frame or connection: ws closes by itself.
    socket.on("error", () => {});
  }

  get ended(): boolean {
    return this.#ended;
  }

  get pendingMessages(): number {
    return this.#pending.size;
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** The peer gave a sign of life. */
  heard(): void {
    this.#silentBeats = 0;
  }

  /** Asks for a sign of life; the second question without one ends the connection. */
  beat(): void {
    if (this.#silentBeats >= 2) this.end(closeCodes.noPong);
    else {
      this.#silentBeats += 1;
      this.#socket.ping();
    }
  }

  /** Puts a message at the end of what waits. Sent by `flush`. */
  post(slot: string, message: Written): void {
    if (this.#ended) return;
    this.#pending.delete(slot);
    this.#pending.set(slot, message);
  }

  withdraw(slot: string): void {
    this.#pending.delete(slot);
  }

  /** Until the matching `release` nothing leaves, so that a later checkpoint never overtakes an earlier name. */
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

  /** For a holder: has something posted after all else, just before the last hold is released. */
  atLast(post: () => void): void {
    this.#finishing = post;
  }

  flush(): void {
    if (this.#holds > 0 || this.#pending.size === 0 || this.#ended) return;
    const buffered = this.#socket.bufferedAmount;
    if (buffered > this.#limits.bufferHardBytes) this.end(closeCodes.slow);
    else if (buffered > this.#limits.bufferSoftBytes)
      this.#slow ??= setTimeout(() => this.end(closeCodes.slow), this.#limits.slowMs);
    else this.#send();
  }

  #send(): void {
    const messages = [...this.#pending.values()];
    this.#pending.clear();
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#line.write(Written.frame(messages), this.#onSent);
    this.#events.sent(messages.length);
  }

  /** Closes with a code of the contract; a peer that does not answer is cut off. */
  end(code: number): void {
    if (this.#ended) return;
    this.#finish(code);
    this.#socket.close(code);
    const cut = setTimeout(() => this.#socket.terminate(), this.#limits.closeGraceMs);
    this.#socket.once("close", () => clearTimeout(cut));
  }

  /** Resolves when nothing more comes from the peer. */
  closed(): Promise<void> {
    if (this.#socket.readyState === this.#socket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => this.#socket.once("close", () => resolve()));
  }

  #drained(): void {
    if (this.#slow === undefined || this.#socket.bufferedAmount > this.#limits.bufferSoftBytes) return;
    clearTimeout(this.#slow);
    this.#slow = undefined;
    this.flush();
  }

  #finish(code: number): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#slow);
    this.#pending.clear();
    this.#events.ended(code);
  }
}
