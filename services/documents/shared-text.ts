import * as Y from "yjs";
import type { RoomName } from "./room-name.ts";
import type { Head, Kept, UpdateLog } from "./update-log.ts";
import { take } from "./updates.ts";

/** Who an update comes from. */
export interface Writer {
  /** uuid of the member. */
  readonly member: string;
}

interface SharedTextOptions<W extends Writer> {
  readonly name: RoomName;
  readonly log: UpdateLog;
  readonly kept: Kept;
  readonly batchMs: number;
  /** Kept in the database and in the document from now on. */
  readonly onGrown: (update: Uint8Array) => void;
  /** Written here: other processes have something to read. */
  readonly onWritten: () => void;
  readonly onFull: (writer: W) => void;
  /** Another generation has begun. */
  readonly onMoved: () => void;
  /** The database did not take or give what it should; what waited is still with its writers. */
  readonly onFailed: (error: unknown) => void;
}

/** One document in this process. It never holds what is not kept: updates are written first, then applied and told. */
export interface SharedText<W extends Writer> {
  readonly doc: Y.Doc;
  head(): Head;
  isEmpty(): boolean;
  /** Written within `batchMs`, together with what else comes. */
  add(update: Uint8Array, writer: W): void;
  /** Gives an empty document its first content, unless somebody else has. */
  begin(generation: number, update: Uint8Array, writer: W): Promise<void>;
  /** Reads what other processes have written. */
  catchUp(): Promise<void>;
  /** Resolves once all that was added before is kept. */
  settled(): Promise<void>;
}

export function createSharedText<W extends Writer>(options: SharedTextOptions<W>): SharedText<W> {
  const { name, log, kept, batchMs, onGrown, onWritten, onFull, onMoved, onFailed } = options;
  const doc = new Y.Doc();
  for (const update of kept.updates) take(doc, update);
  let head: Head = kept;
  let isOver = false;
  let incoming: { update: Uint8Array; writer: W }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  /** One thing after the other; after a loss nothing more. */
  function inTurn(task: () => Promise<void>): Promise<void> {
    work = work.then(async () => {
      if (isOver) return;
      try {
        await task();
      } catch (error) {
        isOver = true;
        onFailed(error);
      }
    });
    return work;
  }

  function grow(update: Uint8Array): void {
    if (take(doc, update)) onGrown(update);
  }

  async function read(): Promise<void> {
    const { seq, updates } = await log.since(name, head);
    head = { ...head, seq };
    for (const update of updates) grow(update);
  }

  async function write(update: Uint8Array, writer: W): Promise<void> {
    const answer = await log.append(name, head.generation, update, writer.member);
    if (answer === "moved") {
      isOver = true;
      onMoved();
    } else if (answer === "full") onFull(writer);
    else if (answer.seq === head.seq + 1) {
      head = { ...head, seq: answer.seq };
      grow(update);
    } else await read();
  }

  async function writeAll(): Promise<void> {
    const batch = incoming;
    incoming = [];
    for (const { updates, writer } of byWriter(batch)) {
      if (!isOver) await write(updates.length === 1 ? updates[0]! : Y.mergeUpdates(updates), writer);
    }
    if (batch.length > 0) onWritten();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return inTurn(writeAll);
  }

  return {
    doc,
    head: () => head,
    isEmpty: () => doc.store.clients.size === 0 && doc.store.pendingStructs === null,
    add(update, writer) {
      incoming.push({ update, writer });
      timer ??= setTimeout(flush, batchMs);
    },
    begin: (generation, update, writer) =>
      inTurn(async () => {
        await log.begin(name, generation, update, writer.member);
        const now = (await log.heads([name.id])).get(name.id);
        // Whoever was first: from here on this is the document.
        if (now?.generation !== generation) {
          isOver = true;
          onMoved();
          return;
        }
        head = { generation, seq: head.seq };
        await read();
        onWritten();
      }),
    catchUp: () => inTurn(read),
    settled: () => (timer ? flush() : work),
  };
}

/** Neighbouring updates of one person in one piece. */
function byWriter<W extends Writer>(batch: readonly { update: Uint8Array; writer: W }[]) {
  const groups: { updates: Uint8Array[]; writer: W }[] = [];
  for (const { update, writer } of batch) {
    const last = groups.at(-1);
    if (last && last.writer === writer) last.updates.push(update);
    else groups.push({ updates: [update], writer });
  }
  return groups;
}
