import { documentsPath } from "#contracts/documents/api";
import { closeCodes } from "#contracts/live";
import { renew } from "../calls/renewal.ts";
import { currentToken, onSessionChange } from "../session.ts";
import { documentProtocols } from "./document-protocols.ts";
import { frameOf, type Whereabout, whereaboutsIn } from "./presence-frames.ts";

const firstStopCode = 4500;
const firstPauseMs = 100;
const longestPauseMs = 5000;
/** As y-protocols has it: whoever says nothing for twice this long has gone. */
const renewalMs = 15_000;
const gone = "null";
/** A line that is renewed, or that breaks and comes back, takes leave for a moment. */
const partingMs = 2000;

/**
 * Who is in a room that holds no text: awareness as y-websocket speaks it, without the machinery of documents. Comes back
 * over lost lines and expired tokens until it is left: those who were there count until nothing is heard of them. `onOthers`
 * gets the JSON of everybody else's state; returns how to leave.
 */
export function linkPresence(room: string, onOthers: (states: readonly string[]) => void): () => void {
  const self = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const url = `${location.origin.replace(/^http/, "ws")}${documentsPath}?room=${encodeURIComponent(room)}`;
  const others = new Map<number, Whereabout & { readonly heardAt: number }>();
  let clock = 0;
  let socket: WebSocket | undefined;
  let attempt: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let stop: number | undefined;
  let hasLeft = false;
  let shown = "";

  /** The server writes who it is. */
  function tell(state = '{"isHere":true}'): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    clock += 1;
    socket.send(frameOf([{ client: self, clock, state }]));
  }

  function show(): void {
    const states = [...others.values()].map(({ state }) => state);
    const next = states.join("\n");
    if (hasLeft || next === shown) return;
    shown = next;
    onOthers(states);
  }

  function hear(said: Whereabout): void {
    if (said.client === self) {
      clock = Math.max(clock, said.clock);
      // A line lost earlier: the server takes leave of it only now.
      if (said.state === gone) tell();
      return;
    }
    const known = others.get(said.client);
    if (said.state !== gone) {
      if (!known || said.clock > known.clock) others.set(said.client, { ...said, heardAt: Date.now() });
    } else if (known && said.clock >= known.clock) {
      setTimeout(() => {
        if (others.get(said.client) === known) others.delete(said.client);
        show();
      }, partingMs);
    }
  }

  function connect(): void {
    clearTimeout(attempt);
    stop = undefined;
    const mine = new WebSocket(url, documentProtocols());
    socket = mine;
    mine.binaryType = "arraybuffer";
    mine.addEventListener("open", () => tell());
    mine.addEventListener("message", ({ data }) => {
      failures = 0;
      for (const said of whereaboutsIn(new Uint8Array(data as ArrayBuffer))) hear(said);
      show();
    });
    mine.addEventListener("close", ({ code }) => {
      if (socket === mine) lost(code);
    });
  }

  function lost(code: number): void {
    socket = undefined;
    if (code >= firstStopCode) {
      others.clear();
      show();
      stop = code;
      return;
    }
    const stale = currentToken();
    if (code === closeCodes.tokenExpired && stale !== null) renew(stale).then(again, again);
    else again();
  }

  function again(): void {
    if (hasLeft) return;
    attempt = setTimeout(connect, Math.min(longestPauseMs, firstPauseMs * 2 ** failures));
    failures += 1;
  }

  const renewal = setInterval(() => {
    tell();
    for (const [client, { heardAt }] of others)
      if (Date.now() - heardAt > 2 * renewalMs) others.delete(client);
    show();
  }, renewalMs);
  const wake = () => {
    if (!socket && stop === undefined) connect();
  };
  window.addEventListener("online", wake);
  // Whoever logs in again goes on.
  const stopFollowing = onSessionChange(() => {
    if (currentToken() !== null && stop === closeCodes.unauthenticated) connect();
  });
  connect();

  return () => {
    hasLeft = true;
    clearTimeout(attempt);
    clearInterval(renewal);
    window.removeEventListener("online", wake);
    stopFollowing();
    tell(gone);
    const old = socket;
    socket = undefined;
    old?.close();
  };
}
