import type { ClientMessage, ServerMessage, View } from "#contracts/live";
import type { AnswerPlace } from "./checkpoint.ts";
import {
  browserWakeUps,
  type LiveOptions,
  type LiveSocket,
  type LiveState,
  liveTimes,
} from "./live-options.ts";
import { createWatched, forgotten, type Watched } from "./live-watched.ts";

export interface Live {
  /** Watches a channel until the returned function is called; several may watch the same one. */
  subscribe(view: View, key: string): () => void;
  /** Something of a channel is read, watched or not: watching it later begins with what has changed since. */
  read(view: View, key: string): void;
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
  const { onChanged, onReset, onGone, onPresence, random = Math.random, wakeUps = browserWakeUps } = options;
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
  /** From when the answers are that were asked for before the first hello. */
  const early = new Set<string>();
  /** There is one among them that does not say. */
  let isPlaceless = false;
  /** Those of them whose changes have been asked for and not been told yet. */
  const owed = new Set<string>();
  let greetedAt = Number.POSITIVE_INFINITY;
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
      ...catchUp(...(last === null ? [] : [last]), ...owed),
    );
  }

  function wish({ view, key, catchUp }: Watched): ClientMessage {
    const from = catchUp?.from;
    return { type: "subscribe", view, key, ...(typeof from === "string" && { after: from }) };
  }

  /** Which of several places lies furthest back only the server can tell. */
  const catchUp = (...places: string[]): ClientMessage[] =>
    places.length === 0
      ? []
      : [...places.map((after) => ({ type: "resume", after }) as const), { type: "ping" }];

  /** Answers asked for later are at least as new as the place known by then. */
  function heed({ place, askedAt }: AnswerPlace): void {
    if (askedAt > greetedAt) return;
    if (place === null) {
      if (last !== null) onReset();
      isPlaceless = true;
    } else if (!early.has(place)) {
      early.add(place);
      owed.add(place);
      if (hasGreeted) send(...catchUp(place));
    }
  }

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
      greetedAt = Math.min(greetedAt, performance.now());
      heartbeatMs = Math.min(times.heartbeatMs, message.heartbeatMs);
      openSince = Date.now();
      become("open");
    } else if (message.type === "pong") {
      last = message.checkpoint;
      owed.clear();
    } else if (message.type === "reset") {
      last = message.checkpoint;
      onReset();
    } else if (message.type === "presence") onPresence?.(message.teamId, message.people);
    else takeNamed(message);
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
      // Nobody can say from when what the page shows of it is: it may be older than the subscription.
      const from = entry.catchUp?.from;
      const isUnknown = from === forgotten || (from === null && isPlaceless);
      if (isUnknown && last !== null) onChanged(message.view, message.key, last);
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
      if (isNew && hasGreeted) {
        // Left before any place was known: what is shown of it is from one of the early answers.
        const places = entry.catchUp?.from === null ? [...early] : [];
        for (const place of places) owed.add(place);
        send(wish(entry), ...catchUp(...places));
      }
      let isWatching = true;
      return () => {
        if (!isWatching) return;
        isWatching = false;
        if (watched.drop(entry, last) && hasGreeted) send({ type: "unsubscribe", view, key });
      };
    },
    read: (view, key) => watched.read(view, key, last),
    start() {
      if (stopListening) return;
      const stopWaking = wakeUps(wake);
      const stopHeeding = options.answers?.(heed);
      stopListening = () => {
        stopWaking();
        stopHeeding?.();
      };
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
