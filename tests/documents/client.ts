import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { WebsocketProvider } from "y-websocket";
import * as Y from "yjs";
import { documentMessages, documentsProtocol } from "#contracts/documents/api";
import { until } from "#tests/support/until";

// y-websocket adds a process listener for each client.
process.setMaxListeners(100);

export interface Writer {
  readonly doc: Y.Doc;
  readonly text: Y.Text;
  readonly provider: WebsocketProvider;
  /** Close codes of its connections. */
  readonly closed: number[];
  /** Resolves once the server has stored everything sent so far. */
  kept(): Promise<void>;
  /** Resolves when the document equals the server's, including its initial content if there is a seed. */
  synced(): Promise<void>;
  send(write: (encoder: encoding.Encoder) => void): void;
  leave(): void;
}

export interface WriterOptions {
  readonly origin: string;
  readonly token: string;
  readonly room: string;
  /** Initial content of an empty document. */
  readonly seed?: string;
  readonly headers?: Record<string, string>;
  /** Document of an earlier connection. */
  readonly doc?: Y.Doc;
}

/** A stock y-websocket client; only token and seed are the product's. */
export function writer({ origin, token, room, seed, headers, doc = new Y.Doc() }: WriterOptions): Writer {
  const closed: number[] = [];
  const answers = new Map<number, () => void>();
  let asked = 0;
  const provider = new WebsocketProvider(origin.replace("http", "ws"), "documents", doc, {
    connect: false,
    disableBc: true,
    params: { room },
    protocols: [documentsProtocol, token],
    maxBackoffTime: 100,
    shouldReconnect: ({ code }) => code < 4500,
    WebSocketPolyfill: class extends WebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols, { headers });
      }
    } as unknown as typeof globalThis.WebSocket,
  });
  provider.on("connection-close", (event) => closed.push(event?.code ?? 0));
  provider.on("sync", (isSynced) => {
    if (!isSynced || seed === undefined || doc.store.clients.size > 0) return;
    send((encoder) => {
      encoding.writeVarUint(encoder, documentMessages.seed);
      encoding.writeVarUint8Array(encoder, seedOf(seed));
    });
  });
  provider.messageHandlers[documentMessages.kept] = (_, decoder) => {
    const number = decoding.readVarUint(decoder);
    answers.get(number)?.();
    answers.delete(number);
  };
  function send(write: (encoder: encoding.Encoder) => void): void {
    const encoder = encoding.createEncoder();
    write(encoder);
    provider.ws?.send(encoding.toUint8Array(encoder));
  }
  // An unchanged state would not be sent.
  provider.awareness.setLocalStateField("focusing", true);
  provider.connect();
  onTestFinished(() => provider.destroy());
  return {
    doc,
    text: doc.getText("text"),
    provider,
    closed,
    kept: () =>
      new Promise((resolve) => {
        asked += 1;
        answers.set(asked, resolve);
        send((encoder) => {
          encoding.writeVarUint(encoder, documentMessages.kept);
          encoding.writeVarUint(encoder, asked);
        });
      }),
    send,
    synced: () =>
      until(() => {
        const isSeeded = seed === undefined || doc.store.clients.size > 0;
        if (!provider.synced || !isSeeded) throw new Error(`not synced, closed with ${closed.join()}`);
      }),
    leave: () => provider.destroy(),
  };
}

function seedOf(text: string): Uint8Array {
  const doc = new Y.Doc();
  doc.getText("text").insert(0, text);
  return Y.encodeStateAsUpdate(doc);
}
