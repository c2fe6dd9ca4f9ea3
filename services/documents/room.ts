import type { DocumentLimits } from "#contracts/documents/api";
import { oneJobAtATime } from "#contracts/jobs";
import { tryAgainLater } from "#contracts/live";
import { TooMuchWork } from "../platform/threads/thread.ts";
import { createRoomAwareness, type StateOf } from "./awareness.ts";
import { type DocumentWorker, EndsConnection, full, type WorkerDocument } from "./document-worker.ts";
import { type ObserveSave, observedSave } from "./observed-save.ts";
import type { Peers } from "./peers.ts";
import type { RoomName } from "./room-name.ts";
import type { UpdateLog } from "./update-log.ts";
import { type ClientMessage, messages } from "./wire.ts";

/** A client in a room. */
export interface Client {
  readonly member: string;
  /** Builds the awareness state that is forwarded for it. */
  readonly stateOf: StateOf;
  send(message: Uint8Array): void;
}

export interface RoomContext {
  readonly log: UpdateLog;
  readonly worker: DocumentWorker;
  readonly limits: DocumentLimits;
  readonly peers: Peers;
  readonly onSave: ObserveSave;
  /** Called when an update of a client has been stored. */
  readonly onUpdate: () => void;
  /** Keeps the pictures of the sender whose addresses occur in a stored update. */
  readonly recordPictures: (name: RoomName, update: Uint8Array, member: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Refuses a room, or a member, for a while. */
  readonly ban: (roomOrMember: string) => void;
}

interface Loaded {
  readonly doc: WorkerDocument;
  /** Number of the last update that it contains. */
  seq: number;
  /** Updates stored since the last snapshot. */
  count: number;
  /** Time that applying the log takes. */
  ms: number;
}

const maxSnapshots = 5;

/**
 * A document and its clients in this process. An update is applied by the worker, then stored, then broadcast. If one
 * of these fails, the client is disconnected and sends it again, and the document is opened again from the log.
 */
export class Room {
  readonly name: RoomName;
  readonly awareness: ReturnType<typeof createRoomAwareness>;
  readonly #context: RoomContext;
  readonly #onEmpty: () => void;
  readonly #clients = new Set<Client>();
  readonly #inTurn = oneJobAtATime();
  #loaded: Loaded | undefined;
  #isClosed = false;

  constructor(name: RoomName, context: RoomContext, onEmpty: () => void) {
    this.name = name;
    this.#context = context;
    this.#onEmpty = onEmpty;
    const { limits, peers } = context;
    this.awareness = createRoomAwareness(limits.awarenessBytes, (update, isLocal, about) => {
      this.#broadcast(messages.awareness(update));
      if (isLocal) peers.sendAwareness(name.id, update, about);
    });
  }

  /** Number of clients. */
  get size(): number {
    return this.#clients.size;
  }

  async enter(client: Client): Promise<void> {
    this.#clients.add(client);
    client.send(messages.step1(await this.#withDocument(({ doc }) => doc.vector())));
    this.#sendAwareness(client);
  }

  leave(client: Client): void {
    this.#clients.delete(client);
    this.awareness.leave(client);
    void this.#inTurn(async () => this.#closeIfEmpty());
  }

  /** Resolves once the message has been handled, and an update stored, with the number of bytes of the response. */
  async receive(client: Client, message: ClientMessage): Promise<number> {
    if (message.type === "update") await this.#update(client, message.update);
    else if (message.type === "seed") await this.#seed(client, message.update);
    else if (message.type === "kept") client.send(messages.kept(message.number));
    else if (message.type === "awareness") this.awareness.receive(message.update, client, client.stateOf);
    else if (message.type === "ask-awareness") this.#sendAwareness(client);
    else return this.#sendMissing(client, message.vector);
    return 0;
  }

  /** @param head number of the last update in the database; undefined if the room does not exist */
  compare(head = 0): void {
    if (!this.#loaded || head === this.#loaded.seq) return;
    this.#withDocument((state) =>
      head > state.seq ? this.#catchUp(state) : this.#reopenIfDeleted(state),
    ).catch(this.#context.onError);
  }

  /** The document is opened again from the log before its next use. */
  unload(): void {
    this.#loaded?.doc.close();
    this.#loaded = undefined;
  }

  /** Resolves once all messages received by now have been handled. */
  settled(): Promise<void> {
    return this.#inTurn(async () => {});
  }

  #closeIfEmpty(): void {
    if (this.#clients.size > 0 || this.#isClosed) return;
    this.#isClosed = true;
    this.unload();
    this.awareness.close();
    this.#onEmpty();
  }

  #broadcast(message: Uint8Array, except?: Client): void {
    for (const client of this.#clients) if (client !== except) client.send(message);
  }

  #sendAwareness(client: Client): void {
    const states = this.awareness.encode();
    if (states) client.send(messages.awareness(states));
  }

  /** Returns the number of bytes sent. */
  async #sendMissing(client: Client, vector: Uint8Array): Promise<number> {
    const missing = await this.#withDocument(({ doc }) => doc.missing(vector, client.member));
    client.send(messages.step2(missing));
    return missing.length;
  }

  #withDocument<T>(job: (state: Loaded) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      try {
        return await job(await this.#load());
      } catch (error) {
        this.unload();
        throw error;
      }
    });
  }

  async #load(): Promise<Loaded> {
    if (this.#loaded) return this.#loaded;
    const { log, worker, ban } = this.#context;
    const { seq, updates } = await log.read(this.name.id, 0);
    try {
      const doc = await worker.open(updates);
      this.#loaded = { doc, seq, count: updates.length, ms: doc.openedMs };
      return this.#loaded;
    } catch (error) {
      if (error instanceof TooMuchWork) ban(this.name.id);
      throw error;
    }
  }

  #update(client: Client, bytes: Uint8Array): Promise<void> {
    const { limits, onSave, onUpdate, peers, recordPictures } = this.#context;
    return this.#withDocument(async (state) => {
      const { update, pendingBytes, ms } = await state.doc.apply(bytes, client.member);
      state.ms += ms;
      if (pendingBytes > limits.pendingBytes) throw full();
      if (!update) return;
      await observedSave(onSave, this.#store(state, update, client.member));
      await recordPictures(this.name, update, client.member);
      onUpdate();
      this.#broadcast(messages.update(update), client);
      peers.sendWritten();
    });
  }

  #seed(client: Client, bytes: Uint8Array): Promise<void> {
    const { log, limits, onSave, peers, recordPictures } = this.#context;
    return this.#withDocument(async (state) => {
      if (state.seq > 0) return;
      const { update: content = bytes } = await state.doc.apply(bytes, client.member);
      if (content.length > limits.documentBytes) throw full();
      if (await observedSave(onSave, log.seed(this.name.id, content, client.member))) {
        await recordPictures(this.name, content, client.member);
        state.seq = 1;
        peers.sendWritten();
        return this.#broadcast(messages.update(content));
      }
      // Another process has stored the seed of another client.
      this.unload();
      const { doc } = await this.#load();
      this.#broadcast(messages.step2(await doc.missing(undefined, client.member)));
    });
  }

  async #store(state: Loaded, update: Uint8Array, member: string): Promise<void> {
    const { log, limits } = this.#context;
    // Many cheap updates may add up to a document that cannot be opened.
    const isCostly = state.ms > limits.loadMs / 4;
    const answer = isCostly ? "full" : await log.append(this.name.id, state.seq, update, member);
    // Deleted while it was open: its clients have all updates and send them again.
    if (answer === "gone") throw new EndsConnection(tryAgainLater);
    if (answer === "full") {
      if (!(await this.#compact(state, 1))) throw full();
      return;
    }
    if (answer === state.seq + 1) state.seq = answer;
    else await this.#catchUp(state);
    state.count += 1;
    if (state.count < limits.compactAfterUpdates) return;
    state.count = 0;
    await this.#compact(state, 0);
  }

  /**
   * Stores the document as one snapshot numbered `ahead` after the current one; false if it is too large or slow for
   * that.
   */
  async #compact(state: Loaded, ahead: 0 | 1): Promise<boolean> {
    const { log, limits } = this.#context;
    for (let attempt = 0; attempt < maxSnapshots; attempt += 1) {
      const { bytes, ms } = await state.doc.snapshot();
      if (bytes.length > limits.documentBytes || ms > limits.loadMs / 4) return false;
      const seq = state.seq + ahead;
      if (await log.replace(this.name.id, state.seq, seq, bytes)) {
        state.seq = seq;
        state.count = 1;
        state.ms = ms;
        return true;
      }
      await this.#catchUp(state);
    }
    return false;
  }

  /** Applies updates that other processes have stored. */
  async #catchUp(state: Loaded): Promise<void> {
    const { seq, updates } = await this.#context.log.read(this.name.id, state.seq);
    await state.doc.replay(updates);
    state.seq = seq;
    for (const update of updates) this.#broadcast(messages.update(update));
  }

  /** Asks the clients of a deleted room, who have everything that it contained. */
  async #reopenIfDeleted(state: Loaded): Promise<void> {
    const lastNumbers = await this.#context.log.lastNumbers([this.name.id]);
    // An update stored here meanwhile means that the room was created again.
    if ((lastNumbers.get(this.name.id) ?? 0) >= state.seq) return;
    this.unload();
    const { doc } = await this.#load();
    this.#broadcast(messages.step1(await doc.vector()));
  }
}
