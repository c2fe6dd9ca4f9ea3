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

export interface Live {
  /** Watches a channel until the returned function is called; there may be several subscribers. */
  subscribe(view: View, key: string): () => void;
  /** Records that data of a channel is read, watched or not: watching it later begins with the changes since. */
  read(view: View, key: string): void;
  start(): void;
  stop(): void;
  /** Another member, or none, is logged in: reconnects with the current token. */
  restart(): void;
  /** Retries immediately, because the network, the tab or the token has changed. */
  wake(): void;
}

const tokenExpired = 4013;
const revoked = 4503;
const firstStopCode = 4500;
/** Close code for an unresponsive peer, the same as for a broken connection. */
const abnormalClosure = 1006;

/**
 * Receives the names of changed views and survives lost connections without missing a change: it resumes from the last
 * received checkpoint (docs/decisions/live.md). Independent of React.
 */
export function createLive(options: LiveOptions): Live {
  const { onChanged, onReset, onGone, onPresence, random = Math.random, wakeUps = browserWakeUps } = options;
  const open = options.open ?? ((url: string): LiveSocket => new WebSocket(url));
  const times = { ...liveTimes, ...options.times };
  const watched = createWatched();
  let state: LiveState = "closed";
  let socket: LiveSocket | undefined;
  /** Whether hello and all subscriptions have been sent on this connection. */
  let hasSentHello = false;
  let usedToken: string | null = null;
  /** The checkpoint up to which everything has been received. */
  let last: string | null = null;
  /** Checkpoints of responses that were requested before the first hello. */
  const earlyCheckpoints = new Set<string>();
  /** Whether one of these responses had no checkpoint. */
  let hasUnknownCheckpoint = false;
  /** Those of them whose changes have been requested and not been received yet. */
  const pendingCatchUp = new Set<string>();
  let unansweredPings = 0;
  let helloAt = Number.POSITIVE_INFINITY;
  let heartbeatMs = times.heartbeatMs;
  let receivedAt = 0;
  let openSince: number | undefined;
  let failures = 0;
  let isStopped = false;
  let stopListening: (() => void) | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  function become(next: LiveState): void {
    if (state === next) return;
    state = next;
    options.onState(next);
  }

  function send(...messages: ClientMessage[]): void {
    unansweredPings += messages.filter(({ type }) => type === "ping").length;
    socket?.send(JSON.stringify(messages));
  }

  function connect(): void {
    clearTimeout(retryTimer);
    if (!stopListening || socket) return;
    // Without websockets the page shows changes when it fetches its data again.
    if (!options.open && typeof WebSocket === "undefined") return;
    become("connecting");
    const mine = open(options.url);
    socket = mine;
    receivedAt = Date.now();
    idleTimer = setTimeout(() => lost(abnormalClosure), times.openMs);
    const ifMine = (act: () => void) => {
      if (socket === mine) act();
    };
    mine.addEventListener("open", () => ifMine(sendHello));
    mine.addEventListener("message", ({ data }) => ifMine(() => receive(String(data))));
    mine.addEventListener("close", ({ code }) => ifMine(() => lost(code)));
    mine.addEventListener("error", () => {});
  }

  function sendHello(): void {
    usedToken = options.token();
    hasSentHello = true;
    send(
      { type: "hello", token: usedToken },
      ...[...watched.all()].filter(({ isGone }) => !isGone).map(subscription),
      ...catchUp(...(last === null ? [] : [last]), ...pendingCatchUp),
    );
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

  /** Responses requested later are at least as new as the checkpoint known by then. */
  function onAnswer({ checkpoint, requestedAt }: AnswerCheckpoint): void {
    if (requestedAt > helloAt) return;
    if (checkpoint === null) {
      if (last !== null) onReset();
      hasUnknownCheckpoint = true;
    } else if (!earlyCheckpoints.has(checkpoint)) {
      earlyCheckpoints.add(checkpoint);
      pendingCatchUp.add(checkpoint);
      if (hasSentHello) send(...catchUp(checkpoint));
    }
  }

  function receive(text: string): void {
    receivedAt = Date.now();
    clearTimeout(idleTimer);
    idleTimer = setTimeout(ping, heartbeatMs);
    for (const message of JSON.parse(text) as ServerMessage[]) handle(message);
  }

  function ping(): void {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => lost(abnormalClosure), times.pongMs);
    send({ type: "ping" });
  }

  function handle(message: ServerMessage): void {
    if (message.type === "hello") {
      // A checkpoint known before is kept: names after it are still to come.
      last ??= message.checkpoint;
      helloAt = Math.min(helloAt, performance.now());
      heartbeatMs = Math.min(times.heartbeatMs, message.heartbeatMs);
      openSince = Date.now();
      become("open");
    } else if (message.type === "pong") {
      last = message.checkpoint;
      unansweredPings -= 1;
      // A pong to an earlier ping does not cover names requested since.
      if (unansweredPings === 0) pendingCatchUp.clear();
    } else if (message.type === "reset") {
      last = message.checkpoint;
      onReset();
    } else if (message.type === "presence") onPresence?.(message.teamId, message.people);
    else handleChannel(message);
  }

  function handleChannel(message: Extract<ServerMessage, { view: View }>): void {
    if (message.type === "changed") last = message.checkpoint;
    const entry = watched.get(message.view, message.key);
    if (!entry) return;
    if (message.type === "changed") onChanged(message.view, message.key, message.checkpoint);
    else if (message.type === "gone") {
      entry.isGone = true;
      onGone(message.view, message.key, message.code);
    } else {
      // The checkpoint of the data on the page is unknown: they may precede the subscription.
      const isUnknown = entry.catchUp?.from === null && hasUnknownCheckpoint;
      if (isUnknown && last !== null) onChanged(message.view, message.key, last);
      entry.catchUp = undefined;
    }
  }

  function disconnect(): void {
    const old = socket;
    socket = undefined;
    hasSentHello = false;
    unansweredPings = 0;
    clearTimeout(idleTimer);
    clearTimeout(retryTimer);
    old?.close();
  }

  function lost(code: number): void {
    disconnect();
    if (openSince !== undefined && Date.now() - openSince >= times.steadyMs) failures = 0;
    openSince = undefined;
    isStopped = code >= firstStopCode;
    become(isStopped ? "closed" : "connecting");
    if (code === revoked && usedToken !== null && options.token() === usedToken) options.onRevoked?.();
    if (code === tokenExpired && options.renew) options.renew().then(retry, retry);
    else retry();
  }

  /** Full jitter, so that clients do not all return to a restarted server at the same time. */
  function retry(): void {
    if (socket || isStopped) return;
    const longest = Math.min(times.retryLongestMs, times.retryFirstMs * 2 ** failures);
    failures += 1;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(connect, random() * longest);
  }

  function restart(): void {
    disconnect();
    failures = 0;
    isStopped = false;
    openSince = undefined;
    for (const entry of watched.all()) entry.isGone = false;
    connect();
  }

  function wake(): void {
    if (!stopListening) return;
    const isOld = Date.now() - receivedAt > heartbeatMs + times.pongMs;
    if (isStopped) {
      if (options.token() !== usedToken) restart();
      return;
    }
    // Timers stop while a machine is suspended: a connection without messages for too long is replaced.
    if (socket && isOld) lost(abnormalClosure);
    if (!socket) connect();
    else if (state === "open") ping();
  }

  return {
    subscribe(view, key) {
      const { watched: entry, isNew } = watched.add(view, key, last);
      if (isNew) {
        // Left before any checkpoint was known: its data are from one of the early responses.
        const checkpoints = entry.catchUp?.from === null ? [...earlyCheckpoints] : [];
        for (const checkpoint of checkpoints) pendingCatchUp.add(checkpoint);
        if (hasSentHello) send(subscription(entry), ...catchUp(...checkpoints));
      }
      let isWatching = true;
      return () => {
        if (!isWatching) return;
        isWatching = false;
        if (watched.drop(entry, last) && hasSentHello) send({ type: "unsubscribe", view, key });
      };
    },
    read: (view, key) => watched.read(view, key, last),
    start() {
      if (stopListening) return;
      const stopWaking = wakeUps(wake);
      const stopAnswers = options.answers?.(onAnswer);
      stopListening = () => {
        stopWaking();
        stopAnswers?.();
      };
      isStopped = false;
      connect();
    },
    stop() {
      stopListening?.();
      stopListening = undefined;
      disconnect();
      become("closed");
    },
    restart,
    wake,
  };
}
