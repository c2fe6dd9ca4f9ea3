import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { closeCodes } from "#contracts/live";
import type { Checkpoint } from "../../event-store/event-store.ts";
import { Batch, type Written } from "./frame.ts";
import type { ServerLimits } from "./options.ts";

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
  #gathered: Batch | undefined;
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
    return this.#line.writableLength;
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
  post(message: Written): void {
    if (this.#ended) return;
    this.#queueGathered();
    this.#queue(message);
  }

  withdraw(slot: string): void {
    this.#queueGathered();
    this.#pending.delete(slot);
  }

  /** Takes back the names that wait whose changes the client has heard of. */
  withdrawHeard(isHeard: (changedAt: Checkpoint) => boolean): void {
    this.#queueGathered();
    for (const [slot, { changedAt }] of this.#pending)
      if (changedAt !== undefined && isHeard(changedAt)) this.#pending.delete(slot);
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
    if (this.#pending.size === 0 || !this.#isFree()) return;
    let batch = Batch.empty();
    const inOrder = [...this.#pending.values()].sort((one, other) => one.order - other.order);
    for (const message of inOrder) batch = batch.and(message);
    this.#pending.clear();
    this.#send(batch);
  }

  /** Sends the lost rights that wait, though the rest is held; `hello` stays the first message. */
  hurry(): void {
    const waiting = [...this.#pending.values()];
    if (!waiting.some(({ type }) => type === "gone") || !this.#hasRoom()) return;
    let batch = Batch.empty();
    for (const message of waiting) {
      if (message.type !== "gone" && message.type !== "hello") continue;
      batch = batch.and(message);
      this.#pending.delete(message.slot);
    }
    this.#send(batch);
  }

  /**
   * Adds a message that goes to many to what `handOn` is about to send. Of one slot at most one.
   * @param start of all that are told at the same time
   * @returns whether it is the first
   */
  gather(message: Written, start: Batch): boolean {
    const gathered = this.#gathered;
    this.#gathered = (gathered ?? start).and(message);
    return gathered === undefined;
  }

  /** Sends what was gathered, or puts it behind what waits. */
  handOn(): void {
    const gathered = this.#gathered;
    if (gathered && this.#pending.size === 0 && this.#isFree()) {
      this.#gathered = undefined;
      this.#send(gathered);
    } else {
      this.#queueGathered();
      this.flush();
    }
  }

  #queue(message: Written): void {
    // In the place of the older one: taking that out first would make the map anew again and again.
    this.#pending.set(message.slot, message);
  }

  #queueGathered(): void {
    const gathered = this.#gathered;
    this.#gathered = undefined;
    for (const message of gathered?.messages() ?? []) this.#queue(message);
  }

  /** Whether something may leave now. */
  #isFree(): boolean {
    return this.#holds === 0 && this.#hasRoom();
  }

  /** A client that does not read is given up in time. */
  #hasRoom(): boolean {
    if (this.#ended) return false;
    const buffered = this.bufferedBytes;
    if (buffered > this.#limits.bufferHardBytes) this.end(closeCodes.slow);
    else if (buffered > this.#limits.bufferSoftBytes)
      this.#slow ??= setTimeout(() => this.end(closeCodes.slow), this.#limits.slowMs);
    else return true;
    return false;
  }

  #send(batch: Batch): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#line.write(batch.frame(), this.#onSent);
    this.#events.sent(batch.size);
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
    if (this.#slow === undefined || this.bufferedBytes > this.#limits.bufferSoftBytes) return;
    clearTimeout(this.#slow);
    this.#slow = undefined;
    this.flush();
  }

  #finish(code: number): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#slow);
    this.#pending.clear();
    this.#gathered = undefined;
    this.#events.ended(code);
  }
}
