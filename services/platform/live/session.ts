import type { RawData } from "ws";
import { Refused } from "#contracts/errors";
import { type ClientMessage, closeCodes, tryAgainLater } from "#contracts/live";
import { limitRate } from "../queues/rate.ts";
import type { Connection } from "./connection.ts";
import { SerialisedMessage } from "./frame.ts";
import type { Watcher } from "./members.ts";
import { parseFrame } from "./messages.ts";
import type { ChannelName } from "./options.ts";
import { type SharedByAll, Watches } from "./watches.ts";

export type Session = ReturnType<typeof createSession>;

const maxTimerMs = 2 ** 31 - 1;

interface Sender {
  readonly address: string;
  /** Whether the sender may have another websocket, once it is known. */
  readonly isAdmitted: (member: string | null) => boolean;
}

/** One client, from its hello to its end. */
export function createSession(context: SharedByAll, connection: Connection, { address, isAdmitted }: Sender) {
  const { options, limits, channels, members, tail } = context;
  const watches = new Watches(context, connection, address);
  /** Messages received before the token was verified. */
  const early: ClientMessage[] = [];
  // A reconnecting client subscribes to all its channels together.
  const burst = limits.messagesPerSecond + limits.subscriptionsPerConnection;
  const allow = limitRate(limits.messagesPerSecond, burst);
  let phase: "silent" | "greeting" | "open" = "silent";
  let expiry: NodeJS.Timeout | undefined;
  let forgetLogin: (() => void) | undefined;
  const greetingTimeout = setTimeout(
    () => connection.end(phase === "silent" ? closeCodes.noPong : tryAgainLater),
    limits.helloMs,
  );

  const watcher: Watcher = {
    endLogin: () => connection.end(closeCodes.revoked),
    reconsider: (channel) => work(() => watches.reconsider(channel, "revoked")),
  };

  /** Holds the connection until the task is done; if it fails, the client reconnects later. */
  function work(task: () => Promise<unknown>): void {
    connection.hold();
    task()
      .catch((error) => {
        options.log.warn({ err: error }, "a live connection was closed with 1013 (try again later)");
        connection.end(tryAgainLater);
      })
      .finally(() => connection.release());
  }

  /** Sent after all names up to its checkpoint. */
  function pong(): void {
    channels.flush();
    connection.post(new SerialisedMessage("pong", { type: "pong", checkpoint: tail.released() }));
  }

  function act(message: ClientMessage): void {
    if (message.type === "subscribe") {
      const { view, key, after } = message;
      work(() => watches.subscribe({ view, key }, after));
    } else if (message.type === "unsubscribe") {
      watches.unsubscribe({ view: message.view, key: message.key });
    } else if (message.type === "resume") {
      if (allow(watches.rights())) work(() => watches.resume(message.after));
      else connection.end(closeCodes.tooMany);
    } else if (message.type === "ping") {
      connection.atLast(pong);
    } else connection.end(closeCodes.badRequest);
  }

  async function greet(token: string | null): Promise<void> {
    members.arrive(watcher);
    const identity = token === null ? undefined : await options.authenticate(token);
    await tail.ready;
    if (connection.ended) return;
    if (!isAdmitted(identity?.uuid ?? null)) {
      members.leave(watcher, null);
      return connection.end(tryAgainLater);
    }
    if (identity) {
      const answer = members.enter(watcher, identity.uuid);
      if (answer !== "welcome")
        return connection.end(answer === "revoked" ? closeCodes.revoked : closeCodes.tooMany);
      watches.member = identity.uuid;
      forgetLogin = options.whenLoginEnds(identity, watcher.endLogin);
      const left = Math.max(0, identity.expiresAt.getTime() - Date.now());
      expiry = setTimeout(() => connection.end(closeCodes.tokenExpired), Math.min(left, maxTimerMs));
    } else members.leave(watcher, null);
    clearTimeout(greetingTimeout);
    phase = "open";
    const { member } = watches;
    const { heartbeatMs } = limits;
    connection.post(
      new SerialisedMessage("hello", { type: "hello", member, checkpoint: tail.released(), heartbeatMs }),
    );
    for (const message of early.splice(0)) act(message);
  }

  function refuse(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    connection.end(error.code === "expired-token" ? closeCodes.tokenExpired : closeCodes.unauthenticated);
  }

  function take(message: ClientMessage): void {
    if (connection.ended) return;
    if (phase === "open") act(message);
    else if ((phase === "silent") !== (message.type === "hello")) connection.end(closeCodes.badRequest);
    else if (message.type !== "hello") early.push(message);
    else {
      phase = "greeting";
      work(() => greet(message.token).catch(refuse));
    }
  }

  function takeFrame(data: RawData, isBinary: boolean): void {
    const messages = isBinary ? undefined : parseFrame(data);
    if (!messages) connection.end(closeCodes.badRequest);
    else if (!allow(Math.max(0, messages.length - 1))) connection.end(closeCodes.tooMany);
    else for (const message of messages) take(message);
  }

  return {
    receive(data: RawData, isBinary: boolean): void {
      connection.alive();
      if (connection.ended) return;
      connection.hold();
      if (allow(1)) takeFrame(data, isBinary);
      else connection.end(closeCodes.tooMany);
      connection.release();
    },
    /** Number of channels that it watches. */
    watching: () => watches.size,
    /** Call when the subject of a watched channel has been deleted. */
    deleted: (channel: ChannelName) => work(() => watches.deleted(channel)),
    /** Call once the connection has ended, whichever side closed it. */
    leave(): void {
      clearTimeout(greetingTimeout);
      clearTimeout(expiry);
      forgetLogin?.();
      members.leave(watcher, watches.member);
      watches.leave();
    },
  };
}
