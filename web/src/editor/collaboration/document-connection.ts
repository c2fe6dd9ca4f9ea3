import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { WebsocketProvider } from "y-websocket";
import { type Doc, getState } from "yjs";
import {
  documentCloseCodes,
  documentMessages,
  documentsPath,
  documentsProtocol,
} from "#contracts/documents/api";
import { closeCodes } from "#contracts/live";
import { renew } from "../../lib/calls/renewal.ts";
import { currentToken, onSessionChange } from "../../lib/session.ts";

export interface DocumentConnection {
  readonly provider: WebsocketProvider;
  /** Offers the first content of an empty document; the server takes one of all that are offered. */
  seed(content: Uint8Array): void;
  /** Resolves once the server has stored everything typed so far; waits while it cannot be reached. */
  kept(): Promise<void>;
  /** Up to which clock of this client the server has stored what was typed. */
  storedClock(): number;
  /** The code with which the server has ended the connection for good, undefined while it has not. */
  stoppedBy(): number | undefined;
  close(): void;
}

interface DocumentConnectionOptions {
  readonly room: string;
  readonly doc: Doc;
  /** The server has ended the connection for good, with this code of 4500–4999. */
  readonly onStopped: (code: number) => void;
}

const firstStopCode = 4500;
/** A websocket server's code for a message larger than it takes. Sent again it would be no smaller. */
const messageTooBig = 1009;
const stopOf = (code: number) => (code === messageTooBig ? documentCloseCodes.full : code);
const maxPauseMs = 5000;

/** In the place of a token that is missing or could not be sent; the server refuses it. */
const noToken = "none";
function protocols(): string[] {
  const token = currentToken() ?? noToken;
  return [documentsProtocol, /^[\w.-]+$/.test(token) ? token : noToken];
}

/** A y-websocket connection over broken lines and expired tokens. Not connected yet. */
export function connectDocument({ room, doc, onStopped }: DocumentConnectionOptions): DocumentConnection {
  const url = location.origin.replace(/^http/, "ws");
  const provider = new WebsocketProvider(url, documentsPath.slice(1), doc, {
    connect: false,
    // Tabs meet at the server.
    disableBc: true,
    params: { room },
    protocols: protocols(),
    maxBackoffTime: maxPauseMs,
    shouldReconnect: ({ code }) => stopOf(code) < firstStopCode,
  });
  const waiting = new Map<number, () => void>();
  let asked = 0;
  let storedClock = 0;
  let stop: number | undefined;

  function send(type: number, write: (encoder: encoding.Encoder) => void): void {
    if (!provider.synced) return;
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, type);
    write(encoder);
    provider.ws?.send(encoding.toUint8Array(encoder));
  }
  const ask = () => send(documentMessages.kept, (encoder) => encoding.writeVarUint(encoder, asked));

  provider.messageHandlers[documentMessages.kept] = (_, decoder) => {
    const number = decoding.readVarUint(decoder);
    for (const [other, resolve] of waiting) {
      if (other > number) continue;
      waiting.delete(other);
      resolve();
    }
  };
  provider.on("sync", (isSynced) => {
    if (!isSynced) return;
    // A newer clock than the one that others saw leave.
    provider.awareness.setLocalState(provider.awareness.getLocalState());
    if (waiting.size > 0) ask();
  });
  provider.on("connection-close", (event) => {
    const stale = currentToken();
    const takeToken = () => {
      provider.protocols = protocols();
    };
    takeToken();
    if (event?.code === closeCodes.tokenExpired && stale !== null) renew(stale).then(takeToken, () => {});
  });
  provider.on("status", ({ status }) => {
    if (status === "connected") stop = undefined;
  });
  provider.on("closed", ({ code }) => {
    stop = stopOf(code);
    onStopped(stop);
  });
  const stopFollowing = onSessionChange(() => {
    provider.protocols = protocols();
    if (currentToken() !== null && stop === closeCodes.unauthenticated) provider.connect();
  });

  return {
    provider,
    seed: (content) =>
      send(documentMessages.seed, (encoder) => encoding.writeVarUint8Array(encoder, content)),
    kept: () =>
      new Promise((resolve) => {
        const clock = getState(doc.store, doc.clientID);
        asked += 1;
        waiting.set(asked, () => {
          storedClock = Math.max(storedClock, clock);
          resolve();
        });
        ask();
      }),
    storedClock: () => storedClock,
    stoppedBy: () => stop,
    close() {
      stopFollowing();
      provider.destroy();
    },
  };
}
