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
  /** Offers initial content for an empty document; the server accepts one of all offers. */
  seed(content: Uint8Array): void;
  /** Resolves once the server has stored everything typed so far; waits while it is unreachable. */
  kept(): Promise<void>;
  /** Clock of this client up to which the server has stored its changes. */
  storedClock(): number;
  /** The code with which the server closed the connection permanently; undefined while it has not. */
  stoppedBy(): number | undefined;
  close(): void;
}

interface DocumentConnectionOptions {
  readonly room: string;
  readonly doc: Doc;
  /** Called when the server closed the connection permanently, with its code of 4500–4999. */
  readonly onStopped: (code: number) => void;
}

const firstStopCode = 4500;
/** Close code for a message above the server's limit. Sending it again would not help. */
const messageTooBig = 1009;
const stopOf = (code: number) => (code === messageTooBig ? documentCloseCodes.full : code);
const maxPauseMs = 5000;

/** Sent instead of a missing or invalid token; the server refuses it. */
const noToken = "none";
function protocols(): string[] {
  const token = currentToken() ?? noToken;
  return [documentsProtocol, /^[\w.-]+$/.test(token) ? token : noToken];
}

/** A y-websocket connection that survives broken connections and expired tokens. Not connected yet. */
export function connectDocument({ room, doc, onStopped }: DocumentConnectionOptions): DocumentConnection {
  const url = location.origin.replace(/^http/, "ws");
  const provider = new WebsocketProvider(url, documentsPath.slice(1), doc, {
    connect: false,
    // Tabs synchronise through the server.
    disableBc: true,
    params: { room },
    protocols: protocols(),
    maxBackoffTime: maxPauseMs,
    shouldReconnect: ({ code }) => stopOf(code) < firstStopCode,
  });
  const waiting = new Map<number, () => void>();
  let lastNumber = 0;
  let storedClock = 0;
  let stop: number | undefined;

  function send(type: number, write: (encoder: encoding.Encoder) => void): void {
    if (!provider.synced) return;
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, type);
    write(encoder);
    provider.ws?.send(encoding.toUint8Array(encoder));
  }
  const requestAcknowledgement = () =>
    send(documentMessages.kept, (encoder) => encoding.writeVarUint(encoder, lastNumber));

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
    // Increases the awareness clock above the one with which others saw this client leave.
    provider.awareness.setLocalState(provider.awareness.getLocalState());
    if (waiting.size > 0) requestAcknowledgement();
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
        lastNumber += 1;
        waiting.set(lastNumber, () => {
          storedClock = Math.max(storedClock, clock);
          resolve();
        });
        requestAcknowledgement();
      }),
    storedClock: () => storedClock,
    stoppedBy: () => stop,
    close() {
      stopFollowing();
      provider.destroy();
    },
  };
}
