import { ObservableV2 } from "lib0/observable";
import { Awareness } from "y-protocols/awareness";
import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import { type Beginning, documentCloseCodes } from "#contracts/documents/api";
import type { DocumentLink, linkDocument as realLink } from "#web/lib/presence/document-link.ts";

type Options = Parameters<typeof realLink>[0];
type Source = Pick<Beginning, "generation" | "revision">;
type Events = { sync: (isSynced: boolean) => void; "connection-close": () => void };

interface Room {
  doc: Doc;
  source: Source;
}

const rooms = new Map<string, Room>();
const links = new Set<PretendLink>();
let isDown = false;
let isDead = false;

const roomOf = (name: string): Room => {
  const room = rooms.get(name) ?? { doc: new Doc(), source: { generation: -1, revision: null } };
  rooms.set(name, room);
  return room;
};

/** The server of `/documents` within a spec, to stand in for web/src/lib/presence/document-link.ts: rooms outlive their links. */
export const pretendDocuments = {
  /** Empties everything; the line is up. */
  reset() {
    pretendDocuments.leave();
    rooms.clear();
    isDown = false;
    isDead = false;
  },
  /** What a room holds. */
  doc: (name: string): Doc => roomOf(name).doc,
  /** The line of everybody breaks. */
  cut() {
    isDown = true;
    for (const link of links) link.lose();
  },
  /** The line of everybody looks as sound as before, and says no word is kept. */
  deaden() {
    isDead = true;
  },
  mend() {
    isDown = false;
    isDead = false;
    for (const link of links) link.provider.connect();
  },
  /** What a subject room grows from. */
  source(name: string, source: Source) {
    roomOf(name).source = source;
  },
  /** Somebody has saved the problem: the room is another one from now on. */
  beginAnew(name: string, source: Source) {
    rooms.set(name, { doc: new Doc(), source });
    for (const link of links) if (link.room === name) link.stop(documentCloseCodes.begunAnew);
  },
  /** All tabs are closed. */
  leave() {
    for (const link of links) link.close();
  },
};

/** Takes the place of the real one: `vi.mock("#web/lib/presence/document-link.ts", …)`. */
export function linkDocument(options: Options): DocumentLink {
  const link = new PretendLink(options);
  links.add(link);
  return link as unknown as DocumentLink;
}

class PretendLink {
  readonly room: string;
  readonly provider: PretendProvider;
  #options: Options;
  #stop: number | undefined;
  #waiting: (() => void)[] = [];
  #stopListening = () => {};

  constructor(options: Options) {
    this.#options = options;
    this.room = options.room;
    this.provider = new PretendProvider(options.doc, {
      meet: () => this.#meet(),
      lose: () => this.lose(),
    });
  }

  kept = (): Promise<void> =>
    new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#answer();
    });

  stoppedBy = (): number | undefined => this.#stop;

  close = (): void => {
    links.delete(this);
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
    this.#stop = code;
    this.provider.isStopped = true;
    this.#options.onStopped?.(code);
  }

  #meet(): void {
    const { provider } = this;
    const { doc, onBeginning } = this.#options;
    if (isDown || provider.synced || provider.isStopped) return;
    const room = roomOf(this.room);
    if (onBeginning) {
      const isWanted = room.doc.store.clients.size === 0;
      const content = onBeginning({ ...room.source, isWanted });
      if (provider.isStopped) return;
      if (isWanted && content) applyUpdate(room.doc, content);
    }
    applyUpdate(doc, encodeStateAsUpdate(room.doc), provider);
    applyUpdate(room.doc, encodeStateAsUpdate(doc), this);
    const up = (update: Uint8Array, origin: unknown) => {
      if (origin !== provider) applyUpdate(room.doc, update, this);
    };
    const down = (update: Uint8Array, origin: unknown) => {
      if (origin !== this) applyUpdate(doc, update, provider);
    };
    doc.on("update", up);
    room.doc.on("update", down);
    this.#stopListening = () => {
      doc.off("update", up);
      room.doc.off("update", down);
    };
    provider.synced = true;
    provider.emit("sync", [true]);
    this.#answer();
  }

  #answer(): void {
    if (isDead || !this.provider.synced) return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** As much of y-websocket's provider as screens and Lexical use. */
class PretendProvider extends ObservableV2<Events> {
  readonly awareness: Awareness;
  readonly doc: Doc;
  /** Nothing is said in messages here. */
  readonly messageHandlers: unknown[] = [];
  synced = false;
  isStopped = false;
  #line: { readonly meet: () => void; readonly lose: () => void };

  constructor(doc: Doc, line: { readonly meet: () => void; readonly lose: () => void }) {
    super();
    this.awareness = new Awareness(doc);
    this.doc = doc;
    this.#line = line;
  }

  /** The line opens in a moment, not at once. */
  connect(): void {
    this.isStopped = false;
    queueMicrotask(this.#line.meet);
  }

  disconnect(): void {
    this.isStopped = true;
    this.#line.lose();
  }

  override destroy(): void {
    this.awareness.destroy();
    super.destroy();
  }
}
