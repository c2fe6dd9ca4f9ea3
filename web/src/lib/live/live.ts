import type { ClientMessage, ServerMessage, View } from "#contracts/live";
import type { AnswerCheckpoint } from "./checkpoint.ts";
import {
  browserWakeUps,
  type LiveOptions,
  type LiveSocket,
  type LiveState,
  liveTimes,
} from "./live-options.ts";
import { createWatched, type Watched } from "./live-watched.ts";

const tokenExpired = 4013;
const revoked = 4503;
const firstStopCode = 4500;
/** Close code for an unresponsive peer, the same as for a broken connection. */
const abnormalClosure = 1006;

/**
 * Receives the names of changed views and survives lost connections without missing a change: it resumes from the last
 * received checkpoint (docs/decisions/live.md). Independent of React.
 */
export class Live {
  readonly #options: LiveOptions;
  readonly #times: { readonly [Name in keyof typeof liveTimes]: number };
  readonly #watched = createWatched();
  #state: LiveState = "closed";
  #socket: LiveSocket | undefined;
  /** Whether hello and all subscriptions have been sent on this connection. */
  #hasSentHello = false;
  #usedToken: string | null = null;
  /** The checkpoint up to which everything has been received. */
  #last: string | null = null;
  /** Checkpoints of responses that were requested before the first hello. */
  readonly #earlyCheckpoints = new Set<string>();
  /** Whether one of these responses had no checkpoint. */
  #hasUnknownCheckpoint = false;
  /** Those of them whose changes have been requested and not been received yet. */
  readonly #pendingCatchUp = new Set<string>();
  #unansweredPings = 0;
  #helloAt = Number.POSITIVE_INFINITY;
  #heartbeatMs: number;
  #receivedAt = 0;
  #openSince: number | undefined;
  #failures = 0;
  #isStopped = false;
  #stopListening: (() => void) | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#times = { ...liveTimes, ...options.times };
    this.#heartbeatMs = this.#times.heartbeatMs;
  }

  /** Watches a channel until the returned function is called; there may be several subscribers. */
  subscribe(view: View, key: string): () => void {
    const { watched: entry, isNew } = this.#watched.add(view, key, this.#last);
    if (isNew) {
      // Left before any checkpoint was known: its data are from one of the early responses.
      const checkpoints = entry.catchUp?.from === null ? [...this.#earlyCheckpoints] : [];
      for (const checkpoint of checkpoints) this.#pendingCatchUp.add(checkpoint);
      if (this.#hasSentHello) this.#send(subscription(entry), ...catchUp(...checkpoints));
    }
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      if (this.#watched.drop(entry, this.#last) && this.#hasSentHello)
        this.#send({ type: "unsubscribe", view, key });
    };
  }

  /** Records that data of a channel is read, watched or not: watching it later begins with the changes since. */
  read(view: View, key: string): void {
    this.#watched.read(view, key, this.#last);
  }

  readonly start = (): void => {
    if (this.#stopListening) return;
    const { wakeUps = browserWakeUps, answers } = this.#options;
    const stopWaking = wakeUps(() => this.wake());
    const stopAnswers = answers?.((answer) => this.#onAnswer(answer));
    this.#stopListening = () => {
      stopWaking();
      stopAnswers?.();
    };
    this.#isStopped = false;
    this.#connect();
  };

  readonly stop = (): void => {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#disconnect();
    this.#become("closed");
  };

  /** Another member, or none, is logged in: reconnects with the current token. */
  restart(): void {
    this.#disconnect();
    this.#failures = 0;
    this.#isStopped = false;
    this.#openSince = undefined;
    for (const entry of this.#watched.all()) entry.isGone = false;
    this.#connect();
  }

  /** Retries immediately, because the network, the tab or the token has changed. */
  wake(): void {
    if (!this.#stopListening) return;
    const isOld = Date.now() - this.#receivedAt > this.#heartbeatMs + this.#times.pongMs;
    if (this.#isStopped) {
      if (this.#options.token() !== this.#usedToken) this.restart();
      return;
    }
    // Timers stop while a machine is suspended: a connection without messages for too long is replaced.
    if (this.#socket && isOld) this.#lost(abnormalClosure);
    if (!this.#socket) this.#connect();
    else if (this.#state === "open") this.#ping();
  }

  #become(next: LiveState): void {
    if (this.#state === next) return;
    this.#state = next;
    this.#options.onState(next);
  }

  #send(...messages: ClientMessage[]): void {
    this.#unansweredPings += messages.filter(({ type }) => type === "ping").length;
    this.#socket?.send(JSON.stringify(messages));
  }

  #connect(): void {
    clearTimeout(this.#retryTimer);
    if (!this.#stopListening || this.#socket) return;
    const { url, open } = this.#options;
    // Without websockets the page shows changes when it fetches its data again.
    if (!open && typeof WebSocket === "undefined") return;
    this.#become("connecting");
    const socket: LiveSocket = open ? open(url) : new WebSocket(url);
    this.#socket = socket;
    this.#receivedAt = Date.now();
    this.#idleTimer = setTimeout(() => this.#lost(abnormalClosure), this.#times.openMs);
    const ifCurrent = (act: () => void) => {
      if (this.#socket === socket) act();
    };
    socket.addEventListener("open", () => ifCurrent(() => this.#sendHello()));
    socket.addEventListener("message", ({ data }) => ifCurrent(() => this.#receive(String(data))));
    socket.addEventListener("close", ({ code }) => ifCurrent(() => this.#lost(code)));
    socket.addEventListener("error", () => {});
  }

  #sendHello(): void {
    this.#usedToken = this.#options.token();
    this.#hasSentHello = true;
    this.#send(
      { type: "hello", token: this.#usedToken },
      ...[...this.#watched.all()].filter(({ isGone }) => !isGone).map(subscription),
      ...catchUp(...(this.#last === null ? [] : [this.#last]), ...this.#pendingCatchUp),
    );
  }

  /** Responses requested later are at least as new as the checkpoint known by then. */
  #onAnswer({ checkpoint, requestedAt }: AnswerCheckpoint): void {
    if (requestedAt > this.#helloAt) return;
    if (checkpoint === null) {
      if (this.#last !== null) this.#options.onReset();
      this.#hasUnknownCheckpoint = true;
    } else if (!this.#earlyCheckpoints.has(checkpoint)) {
      this.#earlyCheckpoints.add(checkpoint);
      this.#pendingCatchUp.add(checkpoint);
      if (this.#hasSentHello) this.#send(...catchUp(checkpoint));
    }
  }

  #receive(text: string): void {
    this.#receivedAt = Date.now();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#ping(), this.#heartbeatMs);
    for (const message of JSON.parse(text) as ServerMessage[]) this.#handle(message);
  }

  #ping(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#lost(abnormalClosure), this.#times.pongMs);
    this.#send({ type: "ping" });
  }

  #handle(message: ServerMessage): void {
    if (message.type === "hello") {
      // A checkpoint known before is kept: names after it are still to come.
      this.#last ??= message.checkpoint;
      this.#helloAt = Math.min(this.#helloAt, performance.now());
      this.#heartbeatMs = Math.min(this.#times.heartbeatMs, message.heartbeatMs);
      this.#openSince = Date.now();
      this.#become("open");
    } else if (message.type === "pong") {
      this.#last = message.checkpoint;
      this.#unansweredPings -= 1;
      // A pong to an earlier ping does not cover names requested since.
      if (this.#unansweredPings === 0) this.#pendingCatchUp.clear();
    } else if (message.type === "reset") {
      this.#last = message.checkpoint;
      this.#options.onReset();
    } else if (message.type === "presence") this.#options.onPresence?.(message.teamId, message.people);
    else this.#handleChannel(message);
  }

  #handleChannel(message: Extract<ServerMessage, { view: View }>): void {
    if (message.type === "changed") this.#last = message.checkpoint;
    const { onChanged, onGone } = this.#options;
    const entry = this.#watched.get(message.view, message.key);
    if (!entry) return;
    if (message.type === "changed") onChanged(message.view, message.key, message.checkpoint);
    else if (message.type === "gone") {
      entry.isGone = true;
      onGone(message.view, message.key, message.code);
    } else {
      // The checkpoint of the data on the page is unknown: they may precede the subscription.
      const isUnknown = entry.catchUp?.from === null && this.#hasUnknownCheckpoint;
      if (isUnknown && this.#last !== null) onChanged(message.view, message.key, this.#last);
      entry.catchUp = undefined;
    }
  }

  #disconnect(): void {
    const old = this.#socket;
    this.#socket = undefined;
    this.#hasSentHello = false;
    this.#unansweredPings = 0;
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#retryTimer);
    old?.close();
  }

  #lost(code: number): void {
    const { token, onRevoked, renew } = this.#options;
    this.#disconnect();
    if (this.#openSince !== undefined && Date.now() - this.#openSince >= this.#times.steadyMs)
      this.#failures = 0;
    this.#openSince = undefined;
    this.#isStopped = code >= firstStopCode;
    this.#become(this.#isStopped ? "closed" : "connecting");
    if (code === revoked && this.#usedToken !== null && token() === this.#usedToken) onRevoked?.();
    const retry = () => this.#retry();
    if (code === tokenExpired && renew) renew().then(retry, retry);
    else retry();
  }

  /** Full jitter, so that clients do not all return to a restarted server at the same time. */
  #retry(): void {
    if (this.#socket || this.#isStopped) return;
    const { random = Math.random } = this.#options;
    const longest = Math.min(this.#times.retryLongestMs, this.#times.retryFirstMs * 2 ** this.#failures);
    this.#failures += 1;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#connect(), random() * longest);
  }
}

function subscription({ view, key, catchUp }: Watched): ClientMessage {
  const from = catchUp?.from;
  return { type: "subscribe", view, key, ...(from && { after: from }) };
}

/** Only the server can compare checkpoints to find the earliest. */
const catchUp = (...checkpoints: string[]): ClientMessage[] =>
  checkpoints.length === 0
    ? []
    : [...checkpoints.map((after) => ({ type: "resume", after }) as const), { type: "ping" }];
