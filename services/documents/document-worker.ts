import { type DocumentLimits, documentCloseCodes } from "#contracts/documents/api";
import { oneJobPerName } from "#contracts/jobs";
import { closeCodes } from "#contracts/live";
import { createThread, ThreadLost, TooMuchWork } from "../platform/threads/thread.ts";

/** Ends the connection of the client whose message caused it. */
export class EndsConnection extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`a message ends its connection with ${code}`);
    this.name = "EndsConnection";
    this.code = code;
  }
}

export const full = () => new EndsConnection(documentCloseCodes.full);

interface Applied {
  /** The effect of the update; undefined if it changed nothing. */
  readonly update: Uint8Array | undefined;
  /** Bytes of updates that depend on others which have not arrived. */
  readonly pendingBytes: number;
  readonly ms: number;
}

/**
 * A document in the worker thread.
 * @throws TooMuchWork, ThreadLost
 */
export interface WorkerDocument {
  /** How long opening took. */
  readonly openedMs: number;
  /** @throws EndsConnection if the update cannot be read; the document must then be closed */
  apply(update: Uint8Array, member: string): Promise<Applied>;
  /** Applies updates that the log contains already. */
  replay(updates: readonly Uint8Array[]): Promise<void>;
  vector(): Promise<Uint8Array>;
  /** What a client with this state vector lacks. */
  missing(vector: Uint8Array | undefined, member: string): Promise<Uint8Array>;
  /** The document as one update, and how long that takes to open. */
  snapshot(): Promise<{ readonly bytes: Uint8Array; readonly ms: number }>;
  close(): void;
}

export interface DocumentWorker {
  open(updates: readonly Uint8Array[]): Promise<WorkerDocument>;
  close(): Promise<void>;
}

/**
 * The thread that does all work of a process on documents. A job that takes too long ends it, and all documents are
 * opened again. Each member has at most one job in the queue, so others wait for at most one job of each.
 * @param onLost called when the thread's documents are lost
 */
export function createDocumentWorker(
  { updateMs, loadMs }: Pick<DocumentLimits, "updateMs" | "loadMs">,
  onLost: () => void,
): DocumentWorker {
  const open = new Set<number>();
  const inTurn = oneJobPerName();
  let lastId = 0;
  const thread = createThread({
    entry: { name: "document-thread", source: new URL("./document-thread.ts", import.meta.url) },
    jobMs: (job) => (job === "apply" || job === "missing" ? updateMs : loadMs),
    state: {
      isEmpty: () => open.size === 0,
      onLost() {
        open.clear();
        onLost();
      },
    },
  });

  const unlessUnreadable = (error: unknown): never => {
    if (error instanceof TooMuchWork || error instanceof ThreadLost) throw error;
    throw new EndsConnection(closeCodes.badRequest);
  };

  return {
    async open(updates) {
      lastId += 1;
      const id = lastId;
      open.add(id);
      const run = <T>(job: string, ...given: readonly unknown[]): Promise<T> =>
        open.has(id) ? thread.run<T>(job, id, ...given) : Promise.reject(new ThreadLost());
      const openedMs = await run<number>("open", updates);
      return {
        openedMs,
        apply: (update, member) =>
          inTurn(member, () => run<Applied>("apply", update)).catch(unlessUnreadable),
        replay: (more) => run("replay", more),
        vector: () => run("vector"),
        missing: (vector, member) =>
          inTurn(member, () => run<Uint8Array>("missing", vector)).catch(unlessUnreadable),
        snapshot: () => run("snapshot"),
        close() {
          if (open.has(id)) void run("close").catch(() => {});
          open.delete(id);
        },
      };
    },
    close: thread.close,
  };
}
