import { TooMuchWork } from "../platform/threads/thread.ts";
import type { Copy } from "./copies.ts";
import { type Append, type Head, isSameText } from "./head.ts";
import type { RoomName } from "./room-name.ts";
import type { Kept, UpdateLog } from "./update-log.ts";
import type { Gathered } from "./updates.ts";

/**
 * What may wait in a document for something that has not come. Each further update goes through all of it again, and a
 * client sends in its order: more than a little is never going to fit.
 */
const mostWaiting = 64 * 1024;

/** Who an update comes from. */
export interface Writer {
  /** uuid of the member. */
  readonly member: string;
}

interface SharedTextOptions<W extends Writer> {
  readonly name: RoomName;
  readonly log: UpdateLog;
  readonly kept: Kept;
  /** Made of the kept updates; from here on it is this text's own. */
  readonly copy: Copy;
  readonly batchMs: number;
  /** Kept in the database and in the document from now on. */
  readonly onGrown: (update: Uint8Array) => void;
  /** Written here: other processes have something to read. */
  readonly onWritten: () => void;
  readonly onRefused: (why: "full" | "too-many" | "unreadable", writer: W) => void;
  /** Another generation has begun, or what was kept has been dropped. */
  readonly onMoved: () => void;
  /** The database did not take or give what it should; what waited is still with its writers. */
  readonly onFailed: (error: unknown) => void;
}

/** One document in this process. It never holds what is not kept: updates are written first, then applied and told. */
export interface SharedText<W extends Writer> {
  readonly copy: Pick<Copy, "vector" | "missing">;
  head(): Head;
  isEmpty(): boolean;
  /** Written within `batchMs`, together with what else comes, if it can be read. */
  add(update: Uint8Array, writer: W): void;
  /** Gives an empty document its first content, unless somebody else has. */
  begin(generation: number, update: Uint8Array, writer: W): Promise<void>;
  /** Reads what other processes have written, or learns that they have ended it. */
  catchUp(): Promise<void>;
  /** Resolves once all that was added before is kept, or is not going to be. */
  settled(): Promise<void>;
  /** Nothing waits to be kept and nothing is being done. */
  isSettled(): boolean;
  /** Lets go of the copy. */
  end(): void;
}

export function createSharedText<W extends Writer>(options: SharedTextOptions<W>): SharedText<W> {
  const { name, log, kept, copy, batchMs, onGrown, onWritten, onRefused, onMoved, onFailed } = options;
  let head: Head = kept;
  let isOver = false;
  let incoming: { update: Uint8Array; writer: W }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  let tasks = 0;

  /** One thing after the other; after a loss nothing more. */
  function inTurn(task: () => Promise<void>): Promise<void> {
    tasks += 1;
    work = work.then(async () => {
      try {
        if (!isOver) await task();
      } catch (error) {
        isOver = true;
        onFailed(error);
      }
      tasks -= 1;
    });
    return work;
  }

  function lose(): void {
    isOver = true;
    onMoved();
  }

  async function grow(update: Uint8Array, writer?: W): Promise<void> {
    if (await copy.take(update, writer?.member)) onGrown(update);
  }

  async function read(): Promise<void> {
    const { seq, updates } = await log.since(name, head);
    head = { ...head, seq };
    for (const update of updates) await grow(update);
  }

  async function look(): Promise<void> {
    const now = (await log.heads([name.id])).get(name.id);
    if (!now && head.birth === 0) return;
    // An owner whose key is gone is told apart from a document that was dropped.
    if (!now) await log.since(name, head);
    if (!now || !isSameText(now, head)) return lose();
    head = { ...head, birth: now.birth };
    await read();
    // What has been emptied meanwhile counts, too.
    head = { ...head, seq: Math.max(head.seq, now.seq) };
  }

  async function write(update: Uint8Array, writer: W): Promise<void> {
    // What it waits for may have been written by another process.
    if (copy.facts().waitingBytes > mostWaiting) await read();
    if (copy.facts().waitingBytes > mostWaiting) return onRefused("full", writer);
    const answer: Append = await log.append(name, head, update, writer.member);
    if (answer === "moved") return lose();
    if (typeof answer === "string") return onRefused(answer, writer);
    const isNext = answer.seq === head.seq + 1;
    head = { ...head, birth: answer.birth, seq: isNext ? answer.seq : head.seq };
    if (isNext) await grow(update, writer);
    else await read();
    if (copy.facts().holdsNothing) await log.markBlank(name.id, head);
  }

  /** Undefined when they would take too long: nobody could open the document any more. */
  async function gather(updates: readonly Uint8Array[], writer: W): Promise<Gathered | undefined> {
    try {
      return await copy.gather(updates, writer.member);
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error;
      onRefused("full", writer);
      return;
    }
  }

  async function writeAll(): Promise<void> {
    const batch = incoming;
    incoming = [];
    for (const { updates, writer } of byWriter(batch)) {
      if (isOver) break;
      const gathered = await gather(updates, writer);
      if (gathered?.update) await write(gathered.update, writer);
      if (gathered?.isReadable === false) onRefused("unreadable", writer);
    }
    if (batch.length > 0) onWritten();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    return inTurn(writeAll);
  }

  return {
    copy,
    head: () => head,
    isEmpty: () => copy.facts().isEmpty,
    add(update, writer) {
      incoming.push({ update, writer });
      timer ??= setTimeout(flush, batchMs);
    },
    begin: (generation, update, writer) =>
      inTurn(async () => {
        const gathered = await gather([update], writer);
        if (!gathered) return;
        if (!gathered.update) return onRefused("unreadable", writer);
        const answer = await log.begin(name, generation, update, writer.member);
        if (answer === "full" || answer === "too-many") return onRefused(answer, writer);
        const now = (await log.heads([name.id])).get(name.id);
        // Whoever was first: from here on this is the document.
        if (now?.generation !== generation) return lose();
        head = { ...now, seq: now.birth === head.birth ? head.seq : 0 };
        await read();
        onWritten();
      }),
    catchUp: () => inTurn(look),
    settled: () => (timer ? flush() : work),
    isSettled: () => tasks === 0 && (isOver || incoming.length === 0),
    end: copy.end,
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
