import type { DocumentLimits } from "#contracts/documents/api";
import { tryAgainLater } from "#contracts/live";
import { oneJobAtATime } from "../platform/queues/jobs.ts";
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

export interface Room {
  readonly name: RoomName;
  readonly clients: ReadonlySet<Client>;
  readonly awareness: ReturnType<typeof createRoomAwareness>;
  enter(client: Client): Promise<void>;
  leave(client: Client): void;
  /** Resolves once the message has been handled, and an update stored, with the number of bytes of the response. */
  receive(client: Client, message: ClientMessage): Promise<number>;
  /** @param head number of the last update in the database; undefined if the room does not exist */
  compare(head: number | undefined): void;
  /** The document is opened again from the log before its next use. */
  unload(): void;
  settled(): Promise<unknown>;
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
export function createRoom(name: RoomName, context: RoomContext, onEmpty: () => void): Room {
  const { log, worker, limits, peers, onSave } = context;
  const clients = new Set<Client>();
  let loaded: Loaded | undefined;
  let isClosed = false;
  const inTurn = oneJobAtATime();

  const broadcast = (message: Uint8Array, except?: Client) => {
    for (const client of clients) if (client !== except) client.send(message);
  };
  const awareness = createRoomAwareness(limits.awarenessBytes, (update, isLocal, about) => {
    broadcast(messages.awareness(update));
    if (isLocal) peers.sendAwareness(name.id, update, about);
  });

  function unload(): void {
    loaded?.doc.close();
    loaded = undefined;
  }

  async function load(): Promise<Loaded> {
    if (loaded) return loaded;
    const { seq, updates } = await log.read(name.id, 0);
    try {
      const doc = await worker.open(updates);
      loaded = { doc, seq, count: updates.length, ms: doc.openedMs };
      return loaded;
    } catch (error) {
      if (error instanceof TooMuchWork) context.ban(name.id);
      throw error;
    }
  }

  const withDocument = <T>(job: (state: Loaded) => Promise<T>) =>
    inTurn(async () => {
      try {
        return await job(await load());
      } catch (error) {
        unload();
        throw error;
      }
    });

  /** Applies updates that other processes have stored. */
  async function catchUp(state: Loaded): Promise<void> {
    const { seq, updates } = await log.read(name.id, state.seq);
    await state.doc.replay(updates);
    state.seq = seq;
    for (const update of updates) broadcast(messages.update(update));
  }

  /**
   * Stores the document as one snapshot numbered `ahead` after the current one; false if it is too large or slow for
   * that.
   */
  async function compact(state: Loaded, ahead: 0 | 1): Promise<boolean> {
    for (let attempt = 0; attempt < maxSnapshots; attempt += 1) {
      const { bytes, ms } = await state.doc.snapshot();
      if (bytes.length > limits.documentBytes || ms > limits.loadMs / 4) return false;
      const seq = state.seq + ahead;
      if (await log.replace(name.id, state.seq, seq, bytes)) {
        Object.assign(state, { seq, count: 1, ms });
        return true;
      }
      await catchUp(state);
    }
    return false;
  }

  async function store(state: Loaded, update: Uint8Array, member: string): Promise<void> {
    // Many cheap updates may add up to a document that cannot be opened.
    const isCostly = state.ms > limits.loadMs / 4;
    const answer = isCostly ? "full" : await log.append(name.id, state.seq, update, member);
    // Deleted while it was open: its clients have all updates and send them again.
    if (answer === "gone") throw new EndsConnection(tryAgainLater);
    if (answer === "full") {
      if (!(await compact(state, 1))) throw full();
      return;
    }
    if (answer === state.seq + 1) state.seq = answer;
    else await catchUp(state);
    state.count += 1;
    if (state.count < limits.compactAfterUpdates) return;
    state.count = 0;
    await compact(state, 0);
  }

  const update = (client: Client, bytes: Uint8Array) =>
    withDocument(async (state) => {
      const applied = await state.doc.apply(bytes, client.member);
      state.ms += applied.ms;
      if (applied.pendingBytes > limits.pendingBytes) throw full();
      if (!applied.update) return;
      await observedSave(onSave, store(state, applied.update, client.member));
      await context.recordPictures(name, applied.update, client.member);
      context.onUpdate();
      broadcast(messages.update(applied.update), client);
      peers.sendWritten();
    });

  const seed = (client: Client, bytes: Uint8Array) =>
    withDocument(async (state) => {
      if (state.seq > 0) return;
      const { update: content = bytes } = await state.doc.apply(bytes, client.member);
      if (content.length > limits.documentBytes) throw full();
      if (await observedSave(onSave, log.seed(name.id, content, client.member))) {
        await context.recordPictures(name, content, client.member);
        state.seq = 1;
        peers.sendWritten();
        return broadcast(messages.update(content));
      }
      // Another process has stored the seed of another client.
      unload();
      broadcast(messages.step2(await (await load()).doc.missing(undefined, client.member)));
    });

  async function receive(client: Client, message: ClientMessage): Promise<number> {
    if (message.type === "update") await update(client, message.update);
    else if (message.type === "seed") await seed(client, message.update);
    else if (message.type === "kept") client.send(messages.kept(message.number));
    else if (message.type === "awareness") awareness.receive(message.update, client, client.stateOf);
    else if (message.type === "ask-awareness") sendAwareness(client);
    else {
      const missing = await withDocument(({ doc }) => doc.missing(message.vector, client.member));
      client.send(messages.step2(missing));
      return missing.length;
    }
    return 0;
  }

  function sendAwareness(client: Client): void {
    const states = awareness.encode();
    if (states) client.send(messages.awareness(states));
  }

  return {
    name,
    clients,
    awareness,
    async enter(client) {
      clients.add(client);
      client.send(messages.step1(await withDocument(({ doc }) => doc.vector())));
      sendAwareness(client);
    },
    leave(client) {
      clients.delete(client);
      awareness.leave(client);
      void inTurn(async () => {
        if (clients.size > 0 || isClosed) return;
        isClosed = true;
        unload();
        awareness.close();
        onEmpty();
      });
    },
    receive,
    compare(head) {
      if (!loaded || (head ?? 0) === loaded.seq) return;
      withDocument(async (state) => {
        if ((head ?? 0) > state.seq) return catchUp(state);
        // The clients have everything that was deleted; an update stored here meanwhile means that the room was created
        // again.
        const now = (await log.lastNumbers([name.id])).get(name.id) ?? 0;
        if (now >= state.seq) return;
        unload();
        broadcast(messages.step1(await (await load()).doc.vector()));
      }).catch(context.onError);
    },
    unload,
    settled: () => inTurn(async () => {}),
  };
}
