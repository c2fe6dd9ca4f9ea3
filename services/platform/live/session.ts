import type { RawData } from "ws";
import { Refused } from "#contracts/errors";
import { type ClientMessage, closeCodes, tryAgainLater } from "#contracts/live";
import { limitRate } from "../queues/rate.ts";
import type { Connection } from "./connection.ts";
import { SerialisedMessage } from "./frame.ts";
import type { Watcher } from "./members.ts";
import { parseFrame } from "./messages.ts";
import type { ChannelName, LiveCaller } from "./options.ts";
import { type SharedByAll, Watches } from "./watches.ts";

const maxTimerMs = 2 ** 31 - 1;

interface Sender {
  readonly address: string;
  /** Whether the sender may have another websocket, once it is known. */
  readonly isAdmitted: (member: string | null) => boolean;
}

/** One client, from its hello to its end. */
export class Session {
  readonly #shared: SharedByAll;
  readonly #connection: Connection;
  readonly #isAdmitted: Sender["isAdmitted"];
  readonly #watches: Watches;
  /** Messages received before the token was verified. */
  readonly #early: ClientMessage[] = [];
  readonly #allow: (count: number) => boolean;
  readonly #greetingTimeout: NodeJS.Timeout;
  readonly #watcher: Watcher;
  #phase: "silent" | "greeting" | "open" = "silent";
  #expiry: NodeJS.Timeout | undefined;
  #forgetLogin: (() => void) | undefined;

  constructor(shared: SharedByAll, connection: Connection, { address, isAdmitted }: Sender) {
    const { messagesPerSecond, subscriptionsPerConnection, helloMs } = shared.limits;
    this.#shared = shared;
    this.#connection = connection;
    this.#isAdmitted = isAdmitted;
    this.#watches = new Watches(shared, connection, address);
    // A reconnecting client subscribes to all its channels together.
    this.#allow = limitRate(messagesPerSecond, messagesPerSecond + subscriptionsPerConnection);
    this.#greetingTimeout = setTimeout(
      () => connection.end(this.#phase === "silent" ? closeCodes.noPong : tryAgainLater),
      helloMs,
    );
    this.#watcher = {
      endLogin: () => connection.end(closeCodes.revoked),
      reconsider: (channels) => this.#work(() => this.#watches.reconsider(channels, "revoked")),
    };
  }

  receive(data: RawData, isBinary: boolean): void {
    const connection = this.#connection;
    connection.alive();
    if (connection.ended) return;
    connection.hold();
    if (this.#allow(1)) this.#takeFrame(data, isBinary);
    else connection.end(closeCodes.tooMany);
    connection.release();
  }

  /** Number of channels that it watches. */
  watching(): number {
    return this.#watches.size;
  }

  /** Call when the subject of a watched channel has been deleted. */
  deleted(channel: ChannelName): void {
    this.#work(() => this.#watches.deleted(channel));
  }

  /** Call once the connection has ended, whichever side closed it. */
  leave(): void {
    clearTimeout(this.#greetingTimeout);
    clearTimeout(this.#expiry);
    this.#forgetLogin?.();
    this.#shared.members.leave(this.#watcher, this.#watches.member);
    this.#watches.leave();
  }

  #takeFrame(data: RawData, isBinary: boolean): void {
    const messages = isBinary ? undefined : parseFrame(data);
    if (!messages) this.#connection.end(closeCodes.badRequest);
    else if (!this.#allow(Math.max(0, messages.length - 1))) this.#connection.end(closeCodes.tooMany);
    else for (const message of messages) this.#take(message);
  }

  #take(message: ClientMessage): void {
    if (this.#connection.ended) return;
    if (this.#phase === "open") this.#act(message);
    else if ((this.#phase === "silent") !== (message.type === "hello"))
      this.#connection.end(closeCodes.badRequest);
    else if (message.type !== "hello") this.#early.push(message);
    else {
      this.#phase = "greeting";
      this.#work(() => this.#greet(message.token).catch((error) => this.#refuse(error)));
    }
  }

  async #greet(token: string | null): Promise<void> {
    const { options, members, tail } = this.#shared;
    members.arrive(this.#watcher);
    const caller = token === null ? undefined : await options.authenticate(token);
    await tail.ready;
    if (this.#connection.ended) return;
    const isAdmitted = this.#isAdmitted(caller?.uuid ?? null);
    if (!isAdmitted || !caller) members.leave(this.#watcher, null);
    if (!isAdmitted) this.#connection.end(tryAgainLater);
    else if (!caller || this.#enter(caller)) this.#open();
  }

  /** Registers the member; otherwise ends the connection. */
  #enter(caller: LiveCaller): boolean {
    const answer = this.#shared.members.enter(this.#watcher, caller.uuid);
    if (answer !== "welcome") {
      this.#connection.end(answer === "revoked" ? closeCodes.revoked : closeCodes.tooMany);
      return false;
    }
    this.#watches.member = caller.uuid;
    this.#forgetLogin = this.#shared.options.whenLoginEnds(caller, this.#watcher.endLogin);
    const left = Math.max(0, caller.expiresAt.getTime() - Date.now());
    this.#expiry = setTimeout(
      () => this.#connection.end(closeCodes.tokenExpired),
      Math.min(left, maxTimerMs),
    );
    return true;
  }

  #open(): void {
    const { tail, limits } = this.#shared;
    clearTimeout(this.#greetingTimeout);
    this.#phase = "open";
    const { member } = this.#watches;
    const { heartbeatMs } = limits;
    this.#connection.post(
      new SerialisedMessage("hello", { type: "hello", member, checkpoint: tail.released(), heartbeatMs }),
    );
    for (const message of this.#early.splice(0)) this.#act(message);
  }

  #refuse(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    this.#connection.end(
      error.code === "expired-token" ? closeCodes.tokenExpired : closeCodes.unauthenticated,
    );
  }

  #act(message: ClientMessage): void {
    const connection = this.#connection;
    const watches = this.#watches;
    if (message.type === "subscribe") {
      const { view, key, after } = message;
      this.#work(() => watches.subscribe({ view, key }, after));
    } else if (message.type === "unsubscribe") {
      watches.unsubscribe({ view: message.view, key: message.key });
    } else if (message.type === "resume") {
      if (this.#allow(watches.rights())) this.#work(() => watches.resume(message.after));
      else connection.end(closeCodes.tooMany);
    } else if (message.type === "ping") {
      connection.atLast(() => this.#pong());
    } else connection.end(closeCodes.badRequest);
  }

  /** Sent after all names up to its checkpoint. */
  #pong(): void {
    const { channels, tail } = this.#shared;
    channels.flush();
    this.#connection.post(new SerialisedMessage("pong", { type: "pong", checkpoint: tail.released() }));
  }

  /** Holds the connection until the task is done; if it fails, the client reconnects later. */
  #work(task: () => Promise<unknown>): void {
    const connection = this.#connection;
    connection.hold();
    task()
      .catch((error) => {
        this.#shared.options.log.warn(
          { err: error },
          "a live connection was closed with 1013 (try again later)",
        );
        connection.end(tryAgainLater);
      })
      .finally(() => connection.release());
  }
}
