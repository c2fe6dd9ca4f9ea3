import { ObservableV2 } from "lib0/observable";
import { Awareness } from "y-protocols/awareness";
import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import { documentCloseCodes } from "#contracts/documents/api";
import type {
  DocumentConnection,
  connectDocument as real,
} from "#web/editor/collaboration/document-connection.ts";

type Options = Parameters<typeof real>[0];
type Events = {
  sync: (isSynced: boolean) => void;
  status: (event: { status: string }) => void;
  "connection-close": () => void;
};

const rooms = new Map<string, Doc>();
const connections = new Set<FakeConnection>();
let isDown = false;

const docOf = (name: string): Doc => {
  const doc = rooms.get(name) ?? new Doc();
  rooms.set(name, doc);
  return doc;
};

/** The server of `/documents` in specs of components. */
export const fakeDocuments = {
  /** Clears everything and makes the server reachable. */
  reset() {
    fakeDocuments.leave();
    rooms.clear();
    isDown = false;
  },
  doc: docOf,
  /** Breaks all connections. */
  cut() {
    isDown = true;
    for (const connection of connections) connection.lose();
  },
  mend() {
    isDown = false;
    for (const { provider } of connections) provider.connect();
  },
  /** Simulates that another member has saved the problem of a room. */
  saveElsewhere(name: string) {
    for (const connection of connections)
      if (connection.room === name) connection.stop(documentCloseCodes.savedMeanwhile);
  },
  /** Closes all tabs. */
  leave() {
    for (const connection of connections) connection.close();
  },
};

/** Replaces the real module: `vi.mock("#web/editor/collaboration/document-connection.ts", …)`. */
export function connectDocument(options: Options): DocumentConnection {
  const connection = new FakeConnection(options);
  connections.add(connection);
  return connection as unknown as DocumentConnection;
}

class FakeConnection {
  readonly room: string;
  readonly provider: FakeProvider;
  #options: Options;
  #code: number | undefined;
  #waiting: (() => void)[] = [];
  #stopListening = () => {};

  constructor(options: Options) {
    this.#options = options;
    this.room = options.room;
    this.provider = new FakeProvider(
      options.doc,
      () => this.#meet(),
      () => this.lose(),
    );
  }

  kept = (): Promise<void> =>
    new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#answer();
    });
  seed = (content: Uint8Array): void => {
    const doc = docOf(this.room);
    if (doc.store.clients.size === 0) applyUpdate(doc, content);
  };
  storedClock = () => Number.POSITIVE_INFINITY;
  stoppedBy = () => this.#code;

  close = (): void => {
    connections.delete(this);
    this.lose();
    this.provider.destroy();
  };

  lose(): void {
    this.#stopListening();
    this.#stopListening = () => {};
    if (!this.provider.synced) return;
    this.provider.synced = false;
    this.provider.emit("connection-close", []);
  }

  stop(code: number): void {
    this.lose();
    this.#code = code;
    this.provider.isStopped = true;
    this.#options.onStopped(code);
  }

  #meet(): void {
    const { provider } = this;
    const { doc } = this.#options;
    if (isDown || provider.synced || provider.isStopped) return;
    const stored = docOf(this.room);
    applyUpdate(doc, encodeStateAsUpdate(stored), provider);
    applyUpdate(stored, encodeStateAsUpdate(doc), this);
    const up = (update: Uint8Array, origin: unknown) => {
      if (origin !== provider) applyUpdate(stored, update, this);
    };
    const down = (update: Uint8Array, origin: unknown) => {
      if (origin !== this) applyUpdate(doc, update, provider);
    };
    doc.on("update", up);
    stored.on("update", down);
    this.#stopListening = () => {
      doc.off("update", up);
      stored.off("update", down);
    };
    provider.synced = true;
    provider.emit("sync", [true]);
    this.#answer();
  }

  #answer(): void {
    if (!this.provider.synced) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** The part of y-websocket's provider that screens and Lexical use. */
class FakeProvider extends ObservableV2<Events> {
  readonly awareness: Awareness;
  readonly doc: Doc;
  readonly messageHandlers: unknown[] = [];
  synced = false;
  isStopped = false;
  #meet: () => void;
  #lose: () => void;

  constructor(doc: Doc, meet: () => void, lose: () => void) {
    super();
    this.awareness = new Awareness(doc);
    this.doc = doc;
    this.#meet = meet;
    this.#lose = lose;
  }

  /** Deferred, as over a network. */
  connect(): void {
    this.isStopped = false;
    queueMicrotask(this.#meet);
  }

  disconnect(): void {
    this.isStopped = true;
    this.#lose();
  }

  override destroy(): void {
    this.awareness.destroy();
    super.destroy();
  }
}
