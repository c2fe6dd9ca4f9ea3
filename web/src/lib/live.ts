import type { ClientMessage, ServerMessage, View } from "#contracts/live";
import {
  browserWakeUps,
  type LiveOptions,
  type LiveSocket,
  type LiveState,
  liveTimes,
} from "./live-options.ts";
import { createWatched, type Watched } from "./live-watched.ts";

export interface Live {
  /** Watches a channel until the returned function is called; several may watch the same one. */
  subscribe(view: View, key: string): () => void;
  start(): void;
  stop(): void;
  /** Another person, or nobody, is logged in: begins anew with the token of now. */
  restart(): void;
  /** Something may have got better (network, tab, token): tries at once instead of waiting. */
  wake(): void;
}

const tokenExpired = 4013;
const revoked = 4503;
const firstStopCode = 4500;
/** The peer was silent: as for a line that broke. */
const silent = 1006;

/**
 * Hears which views have changed and survives lost connections without missing a change: it goes on from the last place
 * in the log it has heard of (design/architecture.md §6). Knows nothing of React.
 */
export function createLive(options: LiveOptions): Live {
  const { onChanged, onReset, onGone, random = Math.random, wakeUps = browserWakeUps } = options;
  const open = options.open ?? ((url: string): LiveSocket => new WebSocket(url));
  const times = { ...liveTimes, ...options.times };
  const watched = createWatched();
  let state: LiveState = "closed";
  let socket: LiveSocket | undefined;
  /** Hello and all wishes have been sent on this connection. */
  let hasGreeted = false;
  let usedToken: string | null = null;
  /** The newest place in the log up to which everything has been heard. */
  let last: string | null = null;
  let heartbeatMs = times.heartbeatMs;
  let heardAt = 0;
  let openSince: number | undefined;
  let failures = 0;
  let isStopped = false;
  let stopListening: (() => void) | undefined;
  let attempt: ReturnType<typeof setTimeout> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;

  function become(next: LiveState): void {
    if (state === next) return;
    state = next;
    options.onState(next);
  }

  function send(...messages: ClientMessage[]): void {
    socket?.send(JSON.stringify(messages));
  }

  function connect(): void {
    clearTimeout(attempt);
    if (!stopListening || socket) return;
    become("connecting");
    const mine = open(options.url);
    socket = mine;
    heardAt = Date.now();
    patience = setTimeout(() => lost(silent), times.openMs);
    const ifMine = (act: () => void) => {
      if (socket === mine) act();
    };
    mine.addEventListener("open", () => ifMine(greet));
    mine.addEventListener("message", ({ data }) => ifMine(() => hear(String(data))));
    mine.addEventListener("close", ({ code }) => ifMine(() => lost(code)));
    mine.addEventListener("error", () => {});
  }

  function greet(): void {
    usedToken = options.token();
    hasGreeted = true;
    send(
      { type: "hello", token: usedToken },
      ...[...watched.all()].filter(({ isGone }) => !isGone).map(wish),
      ...(last === null ? [] : [{ type: "resume", after: last } as const, { type: "ping" } as const]),
    );
  }

  const wish = ({ view, key, catchUp }: Watched): ClientMessage => ({
    type: "subscribe",
    view,
    key,
    ...(catchUp?.from && { after: catchUp.from }),
  });

  function hear(text: string): void {
    heardAt = Date.now();
    clearTimeout(patience);
    patience = setTimeout(ask, heartbeatMs);
    for (const message of JSON.parse(text) as ServerMessage[]) take(message);
  }

  function ask(): void {
    clearTimeout(patience);
    patience = setTimeout(() => lost(silent), times.pongMs);
    send({ type: "ping" });
  }

  function take(message: ServerMessage): void {
    if (message.type === "hello") {
      // A place known before stays: what came after it is still to be told.
      last ??= message.checkpoint;
      heartbeatMs = Math.min(times.heartbeatMs, message.heartbeatMs);
      openSince = Date.now();
      become("open");
    } else if (message.type === "pong") last = message.checkpoint;
    else if (message.type === "reset") {
      last = message.checkpoint;
      onReset();
    } else takeNamed(message);
  }

  function takeNamed(message: Extract<ServerMessage, { view: View }>): void {
    if (message.type === "changed") last = message.checkpoint;
    const entry = watched.get(message.view, message.key);
    if (!entry) return;
    if (message.type === "changed") onChanged(message.view, message.key, message.checkpoint);
    else if (message.type === "gone") {
      entry.isGone = true;
      onGone(message.view, message.key, message.code);
    } else {
      // Whatever the page has read before no place was known may be older than the subscription.
      if (entry.catchUp?.from === null && last !== null) onChanged(message.view, message.key, last);
      entry.catchUp = undefined;
    }
  }

  function hangUp(): void {
    const old = socket;
    socket = undefined;
    hasGreeted = false;
    clearTimeout(patience);
    clearTimeout(attempt);
    old?.close();
  }

  function lost(code: number): void {
    hangUp();
    if (openSince !== undefined && Date.now() - openSince >= times.steadyMs) failures = 0;
    openSince = undefined;
    isStopped = code >= firstStopCode;
    become(isStopped ? "closed" : "connecting");
    if (code === revoked && usedToken !== null && options.token() === usedToken) options.onRevoked?.();
    if (code === tokenExpired && options.renew) options.renew().then(again, again);
    else again();
  }

  /** Full jitter: a restarted server is not met by all clients in one moment. */
  function again(): void {
    if (socket || isStopped) return;
    const longest = Math.min(times.retryLongestMs, times.retryFirstMs * 2 ** failures);
    failures += 1;
    clearTimeout(attempt);
    attempt = setTimeout(connect, random() * longest);
  }

  function restart(): void {
    hangUp();
    failures = 0;
    isStopped = false;
    openSince = undefined;
    for (const entry of watched.all()) entry.isGone = false;
    connect();
  }

  function wake(): void {
    if (!stopListening) return;
    const isOld = Date.now() - heardAt > heartbeatMs + times.pongMs;
    if (isStopped) {
      if (options.token() !== usedToken) restart();
      return;
    }
    // Timers stand still while a machine sleeps: a line that has been silent for too long is not waited for.
    if (socket && isOld) lost(silent);
    if (!socket) connect();
    else if (state === "open") ask();
  }

  return {
    subscribe(view, key) {
      const { watched: entry, isNew } = watched.add(view, key, last);
      if (isNew && hasGreeted) send(wish(entry));
      let isWatching = true;
      return () => {
        if (!isWatching) return;
        isWatching = false;
        if (watched.drop(entry, last) && hasGreeted) send({ type: "unsubscribe", view, key });
      };
    },
    start() {
      if (stopListening) return;
      stopListening = wakeUps(wake);
      isStopped = false;
      connect();
    },
    stop() {
      stopListening?.();
      stopListening = undefined;
      hangUp();
      become("closed");
    },
    restart,
    wake,
  };
}
