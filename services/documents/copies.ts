import { oneAtATime } from "../platform/one-at-a-time.ts";
import { createThread, ThreadLost, TooMuchWork } from "../platform/threads/thread.ts";
import { type Facts, type TextCopy, textCopy } from "./text-copy.ts";
import { type Gathered, gather } from "./updates.ts";

/** A document of this process: a small one in the thread that serves everybody, any other in one for texts. */
export interface Copy {
  facts(): Facts;
  /** What is kept. False when it cannot be read. @param member who wrote it, unless it was read @throws ThreadLost */
  take(update: Uint8Array, member?: string): Promise<boolean>;
  /** The state vector: what it has. @throws ThreadLost */
  vector(): Promise<Uint8Array>;
  /** What somebody with this state vector lacks. @throws ThreadLost */
  missing(vector?: Uint8Array): Promise<Uint8Array>;
  /**
   * Makes one of updates of a client that are not kept yet, and sees that this document can take it.
   * @throws TooMuchWork
   */
  gather(updates: readonly Uint8Array[], member: string): Promise<Gathered>;
  end(): void;
}

/**
 * All work on documents. What an update costs depends on what it says: one of 50 kB that was made for it keeps a
 * processor busy for six seconds, one of 5 MB for hours. So whatever is large is tried first, in a thread that is ended
 * when it takes too long and in which nobody's document is. What a member causes is done one after the other, so that
 * others wait for one job of each of them, however many texts they have open.
 */
export interface Copies {
  /** @param member for whom @param onLost called when it is gone with its thread @throws TooMuchWork */
  open(updates: readonly Uint8Array[], member: string, onLost: (error: unknown) => void): Promise<Copy>;
  /**
   * One update that stands for all of them, without what has been deleted, and can be taken itself.
   * @param member for whom @throws TooMuchWork
   */
  snapshot(updates: readonly Uint8Array[], member: string): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Bytes of a document that is worked on where everybody is served: taking it takes 10 to 20 ms at worst. */
export const smallBytes = 2 * 1024;

/** Bytes of an update that is read and put together with others there, which takes as long as it is. */
export const readHereBytes = 8 * 1024;

/**
 * Bytes of the update times bytes of the document: taking it may at worst grow with that. Up to here it takes 0.3 s,
 * for which the thread of everybody's documents may be busy.
 */
const mostUntried = 2e8;

/**
 * The same for all that a document has taken since it was last tried: many small updates may cost as much as a large
 * one, and what is taken must still be opened.
 */
const mostUntriedTogether = 1e9;

const sizeOf = (updates: readonly Uint8Array[]) => updates.reduce((sum, { length }) => sum + length, 0);

/** Milliseconds that one job may take. */
interface Patience {
  readonly trialMs?: number;
  readonly textMs?: number;
}

const unlessTooMuch =
  <T>(instead: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof TooMuchWork) return instead();
    throw error;
  };

export function createCopies({ trialMs = 15_000, textMs = 60_000 }: Patience = {}): Copies {
  const entry = { name: "text-thread", source: new URL("./text-thread.ts", import.meta.url) };
  const held = new Map<number, (error: unknown) => void>();
  let last = 0;
  const texts = createThread({
    entry,
    jobMs: textMs,
    state: {
      isEmpty: () => held.size === 0,
      onLost() {
        const lost = [...held.values()];
        held.clear();
        for (const onLost of lost) onLost(new ThreadLost());
      },
    },
  });
  const trials = createThread({ entry, jobMs: trialMs });
  /** For what has been taken and costs a little more than its last trial, or on a busier day: nobody is to lose it. */
  const patient = createThread({ entry, jobMs: textMs });
  const inTurn = oneAtATime();

  const tried = <T>(member: string, job: string, updates: readonly Uint8Array[]) =>
    inTurn(`trials of ${member}`, () => trials.run<T>(job, updates));
  const tryAll = (updates: readonly Uint8Array[], member: string) => tried<void>(member, "try", updates);
  const tryPatiently = (updates: readonly Uint8Array[], member: string) =>
    inTurn(`trials of ${member}`, () => patient.run<void>("try", updates));

  /**
   * As they came or, where that takes too long, sorted by client, which is how a document is tried when it grows: either
   * may cost a thousand times as much as the other.
   */
  const inEitherOrder = <T>(
    updates: readonly Uint8Array[],
    member: string,
    use: (updates: readonly Uint8Array[], member: string) => Promise<T>,
  ) =>
    use(updates, member).catch(
      unlessTooMuch(async () => use([await tried<Uint8Array>(member, "merge", updates)], member)),
    );
  const snapshot = async (updates: readonly Uint8Array[], member: string) =>
    sizeOf(updates) <= smallBytes
      ? textCopy(updates).missing()
      : inEitherOrder(updates, member, (each) => tried<Uint8Array>(member, "snapshot", each));
  /** Of what has been taken: in an order in which it can be opened. */
  const openable = (updates: readonly Uint8Array[], member: string) => {
    const triedBy = (trial: typeof tryAll) =>
      inEitherOrder(updates, member, (each) => trial(each, member).then(() => each));
    return triedBy(tryAll).catch(unlessTooMuch(() => triedBy(tryPatiently)));
  };

  async function open(
    updates: readonly Uint8Array[],
    member: string,
    onLost: (error: unknown) => void,
  ): Promise<Copy> {
    let bytes = sizeOf(updates);
    let here: TextCopy | undefined;
    let id = 0;
    let untried = 0;
    let facts: Facts;

    const run = <T>(job: string, ...given: readonly unknown[]) => texts.run<T>(job, id, ...given);
    function move(content: readonly Uint8Array[]): Promise<Facts> {
      last += 1;
      id = last;
      held.set(id, onLost);
      const opened = run<Facts>("open", content);
      opened.catch(() => held.delete(id));
      return opened;
    }

    if (bytes <= smallBytes) {
      here = textCopy(updates);
      facts = here.facts();
    } else {
      // Not as a snapshot, which may cost many times as much.
      const content = bytes * bytes > mostUntried ? await openable(updates, member) : updates;
      facts = await inTurn(`texts of ${member}`, () => move(content));
    }

    return {
      facts: () => facts,
      async take(update, writer) {
        bytes += update.length;
        if (here && bytes > smallBytes) {
          // Whatever is asked of it from now on is asked there, after this.
          void move([here.missing()]).catch(() => {});
          here.end();
          here = undefined;
        }
        if (here) {
          const isTaken = here.take(update);
          facts = here.facts();
          return isTaken;
        }
        const taking = () => run<{ isTaken: boolean; facts: Facts }>("take", update);
        const taken = await (writer === undefined ? taking() : inTurn(`texts of ${writer}`, taking));
        facts = taken.facts;
        return taken.isTaken;
      },
      vector: async () => here?.vector() ?? run("vector"),
      missing: async (vector) => here?.missing(vector) ?? run("missing", vector),
      async gather(fresh, writer) {
        const added = sizeOf(fresh);
        const gathered =
          added <= readHereBytes ? gather(fresh) : await tried<Gathered>(writer, "gather", fresh);
        const work = gathered.update ? added * (bytes + added) : 0;
        if (gathered.update && (work > mostUntried || untried + work > mostUntriedTogether)) {
          const whole = bytes > 0 ? [await (here?.missing() ?? run<Uint8Array>("missing"))] : [];
          await tryAll([...whole, gathered.update], writer);
          untried = 0;
        } else untried += work;
        return gathered;
      },
      end() {
        here?.end();
        if (held.delete(id)) void run("end").catch(() => {});
      },
    };
  }

  return {
    open,
    snapshot,
    async close() {
      await Promise.all([texts.close(), trials.close(), patient.close()]);
    },
  };
}
