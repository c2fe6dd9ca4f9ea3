import type { RawData } from "ws";
import { Refused } from "#contracts/errors";
import { type ClientMessage, closeCodes } from "#contracts/live";
import type { Checkpoint } from "../../event-store/event-store.ts";
import type { Backlog } from "./backlog.ts";
import type { Channels } from "./channels.ts";
import { type Connection, tryAgainLater } from "./connection.ts";
import { SerialisedMessage } from "./frame.ts";
import type { Members, Watcher } from "./members.ts";
import { createAcknowledged, createAllowance, parseFrame } from "./messages.ts";
import type { ChannelName, LiveOptions, LiveServerLimits } from "./options.ts";
import type { Presence } from "./presence.ts";
import type { Tail } from "./tail.ts";
import { Watches } from "./watches.ts";

export interface Session {
  receive(data: RawData, isBinary: boolean): void;
  /** How many channels it watches. */
  watching(): number;
  /** The subject of a watched channel has been deleted. */
  deleted(channel: ChannelName): void;
  /** To be called once the connection has ended, from either side. */
  leave(): void;
}

export interface SessionContext {
  readonly options: Pick<
    LiveOptions,
    "authenticate" | "whenLoginEnds" | "mayWatch" | "isDeleted" | "store" | "log"
  >;
  readonly limits: LiveServerLimits;
  readonly channels: Channels;
  readonly backlog: Backlog;
  readonly members: Members;
  readonly presence: Presence;
  readonly tail: Pick<Tail, "ready" | "released" | "reaches">;
}

const maxTimerMs = 2 ** 31 - 1;

/** One client, from its hello to its end. */
export function createSession(context: SessionContext, connection: Connection): Session {
  const { options, limits, channels, backlog, members, presence, tail } = context;
  const { mayWatch, isDeleted, store } = options;
  const max = limits.subscriptionsPerConnection;
  const { released } = tail;
  const compare = store.compare.bind(store);
  const reaches = (checkpoint: Checkpoint) => tail.reaches(checkpoint, limits.catchUpMs);
  const watches = new Watches(
    { channels, backlog, presence, released, reaches, compare, mayWatch, isDeleted, max },
    connection,
  );
  /** Messages received before the token was verified. */
  const early: ClientMessage[] = [];
  const acknowledged = createAcknowledged(compare);
  // A reconnecting client subscribes to all its channels at once.
  const allow = createAllowance(limits.messagesPerSecond, limits.messagesPerSecond + max);
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

  /** Holds the connection until the task is done; when it fails, the client reconnects later. */
  function work(task: () => Promise<unknown>): void {
    connection.hold();
    task()
      .catch((error) => {
        options.log.warn({ err: error }, "a live connection was closed: try again later");
        connection.end(tryAgainLater);
      })
      .finally(() => connection.release());
  }

  /** Sent after all names before its checkpoint. */
  function pong(): void {
    channels.flush();
    connection.post(new SerialisedMessage("pong", { type: "pong", checkpoint: tail.released() }));
  }

  /**
   * Only a client that resumes together with its hello has received everything before: messages sent before a later
   * resume may still be in flight.
   */
  function act(message: ClientMessage, isWithHello = false): void {
    if (message.type === "subscribe") {
      const { view, key, after } = message;
      work(() => watches.subscribe({ view, key }, after));
    } else if (message.type === "unsubscribe") {
      watches.unsubscribe({ view: message.view, key: message.key });
    } else if (message.type === "resume") {
      if (allow(watches.rights()))
        work(() => watches.resume(message.after, isWithHello ? acknowledged.upTo : undefined));
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
    for (const message of early.splice(0)) act(message, true);
  }

  function refuse(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    connection.end(error.code === "expired-token" ? closeCodes.tokenExpired : closeCodes.unauthenticated);
  }

  function take(message: ClientMessage): void {
    if (connection.ended) return;
    acknowledged.note(message);
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
    receive(data, isBinary) {
      connection.alive();
      if (connection.ended) return;
      connection.hold();
      if (allow(1)) takeFrame(data, isBinary);
      else connection.end(closeCodes.tooMany);
      connection.release();
    },
    watching: () => watches.size,
    deleted: (channel) => work(() => watches.deleted(channel)),
    leave() {
      clearTimeout(greetingTimeout);
      clearTimeout(expiry);
      forgetLogin?.();
      members.leave(watcher, watches.member);
      watches.leave();
    },
  };
}
