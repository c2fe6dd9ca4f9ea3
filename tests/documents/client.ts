import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { onTestFinished, vi } from "vitest";
import { WebSocket } from "ws";
import { WebsocketProvider } from "y-websocket";
import * as Y from "yjs";
import { type Beginning, documentMessages, documentsProtocol } from "#contracts/documents/api";

/** Polls a condition; the test fails with the last reason when it does not come true. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 30_000, interval: 5 }) as Promise<T>;

// y-websocket hangs a listener on the process for each client.
process.setMaxListeners(100);

export interface Writer {
  readonly doc: Y.Doc;
  readonly text: Y.Text;
  readonly provider: WebsocketProvider;
  /** Close codes of its connections. */
  readonly closed: number[];
  /** What the server said of the beginning, last. */
  beginning(): Beginning | undefined;
  /** Resolves once the server has kept everything said so far. */
  kept(): Promise<void>;
  synced(): Promise<void>;
  leave(): void;
}

export interface WriterOptions {
  readonly origin: string;
  readonly token: string;
  readonly room: string;
  /** First content, when the server asks for it. */
  readonly seed?: string;
  readonly headers?: Record<string, string>;
  /** Of another try after a broken line. */
  readonly doc?: Y.Doc;
}

/** An ordinary y-websocket client; only the token and the beginning are ours. */
export function writer({ origin, token, room, seed, headers, doc = new Y.Doc() }: WriterOptions): Writer {
  const closed: number[] = [];
  let beginning: Beginning | undefined;
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
  provider.messageHandlers[documentMessages.beginning] = (encoder, decoder) => {
    beginning = JSON.parse(decoding.readVarString(decoder)) as Beginning;
    if (!beginning.isWanted || seed === undefined) return;
    encoding.writeVarUint(encoder, documentMessages.beginning);
    encoding.writeVarString(encoder, JSON.stringify(beginning));
    encoding.writeVarUint8Array(encoder, seedOf(seed));
  };
  provider.messageHandlers[documentMessages.kept] = (_, decoder) => {
    const number = decoding.readVarUint(decoder);
    answers.get(number)?.();
    answers.delete(number);
  };
  // A state that was never changed is news to nobody.
  provider.awareness.setLocalStateField("focusing", true);
  provider.connect();
  onTestFinished(() => provider.destroy());
  return {
    doc,
    text: doc.getText("text"),
    provider,
    closed,
    beginning: () => beginning,
    kept: () =>
      new Promise((resolve) => {
        asked += 1;
        answers.set(asked, resolve);
        const encoder = encoding.createEncoder();
        encoding.writeVarUint(encoder, documentMessages.kept);
        encoding.writeVarUint(encoder, asked);
        provider.ws?.send(encoding.toUint8Array(encoder));
      }),
    synced: () =>
      eventually(() => {
        if (!provider.synced) throw new Error(`not synced, closed with ${closed.join()}`);
      }),
    leave: () => provider.destroy(),
  };
}

function seedOf(text: string): Uint8Array {
  const doc = new Y.Doc();
  doc.getText("text").insert(0, text);
  return Y.encodeStateAsUpdate(doc);
}
