import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { WebsocketProvider } from "y-websocket";
import type { Doc } from "yjs";
import {
  type Beginning,
  documentCloseCodes,
  documentMessages,
  documentsPath,
} from "#contracts/documents/api";
import { closeCodes } from "#contracts/live";
import { renew } from "../calls/renewal.ts";
import { currentToken, onSessionChange } from "../session.ts";
import { documentProtocols } from "./document-protocols.ts";

export interface DocumentLink {
  readonly provider: WebsocketProvider;
  /** Resolves once the server has kept everything said so far; waits while the line is down. */
  kept(): Promise<void>;
  /** The code with which the server has closed for good, undefined while it has not. */
  stoppedBy(): number | undefined;
  close(): void;
}

interface DocumentLinkOptions {
  readonly room: string;
  readonly doc: Doc;
  /** Of a subject room: answers with the first content when the server wants it. */
  readonly onBeginning?: (beginning: Beginning) => Uint8Array | undefined;
  /** The server has closed for good, with this code of 4500–4999. */
  readonly onStopped?: (code: number) => void;
}

const firstStopCode = 4500;
/** What a websocket server says of a message that is larger than any it takes. Sent again it would be no smaller. */
const messageTooBig = 1009;
const stopOf = (code: number) => (code === messageTooBig ? documentCloseCodes.full : code);
const longestPauseMs = 5000;
/** Brings a document together with that of the server, over lost lines and expired tokens. Not connected yet. */
export function linkDocument({ room, doc, onBeginning, onStopped }: DocumentLinkOptions): DocumentLink {
  const provider = new WebsocketProvider(
    location.origin.replace(/^http/, "ws"),
    documentsPath.slice(1),
    doc,
    {
      connect: false,
      // Tabs meet at the server.
      disableBc: true,
      params: { room },
      protocols: documentProtocols(),
      maxBackoffTime: longestPauseMs,
      shouldReconnect: ({ code }) => stopOf(code) < firstStopCode,
    },
  );
  const waiting = new Map<number, () => void>();
  let asked = 0;

  function ask(number: number): void {
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, documentMessages.kept);
    encoding.writeVarUint(encoder, number);
    if (provider.synced) provider.ws?.send(encoding.toUint8Array(encoder));
  }

  provider.messageHandlers[documentMessages.kept] = (_, decoder) => {
    const number = decoding.readVarUint(decoder);
    for (const [other, resolve] of waiting) {
      if (other > number) continue;
      waiting.delete(other);
      resolve();
    }
  };
  provider.messageHandlers[documentMessages.beginning] = (encoder, decoder) => {
    const beginning = JSON.parse(decoding.readVarString(decoder)) as Beginning;
    const content = onBeginning?.(beginning);
    if (!beginning.isWanted || !content) return;
    encoding.writeVarUint(encoder, documentMessages.beginning);
    encoding.writeVarString(encoder, JSON.stringify(beginning));
    encoding.writeVarUint8Array(encoder, content);
  };
  provider.on("sync", (isSynced) => {
    if (!isSynced) return;
    // A newer clock than the one others saw leave.
    provider.awareness.setLocalState(provider.awareness.getLocalState());
    if (asked > 0) ask(asked);
  });
  provider.on("connection-close", (event) => {
    const stale = currentToken();
    provider.protocols = documentProtocols();
    if (event?.code === closeCodes.tokenExpired && stale !== null)
      renew(stale).then(
        () => {
          provider.protocols = documentProtocols();
        },
        () => {},
      );
  });
  let stop: number | undefined;
  provider.on("status", ({ status }) => {
    if (status === "connected") stop = undefined;
  });
  provider.on("closed", ({ code }) => {
    stop = stopOf(code);
    onStopped?.(stop);
  });
  // Whoever logs in again goes on.
  const stopFollowing = onSessionChange(() => {
    provider.protocols = documentProtocols();
    if (currentToken() !== null && stop === closeCodes.unauthenticated) provider.connect();
  });

  return {
    provider,
    kept: () =>
      new Promise((resolve) => {
        asked += 1;
        waiting.set(asked, resolve);
        ask(asked);
      }),
    stoppedBy: () => stop,
    close() {
      stopFollowing();
      provider.destroy();
    },
  };
}
