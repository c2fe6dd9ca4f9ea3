import type { Beginning, DocumentLimits } from "#contracts/documents/api";
import type { StateOf } from "./awareness.ts";
import type { Copies } from "./copies.ts";
import type { RoomName } from "./room-name.ts";
import type { Writer } from "./shared-text.ts";
import type { UpdateLog } from "./update-log.ts";

/** A client in a room. */
export interface Guest extends Writer {
  /** What it may say of itself. */
  readonly stateOf: StateOf;
  send(message: Uint8Array): void;
  end(code: number): void;
}

/** The saved problem that a subject room grows from: where its stream stands, and its ETag unless there is none. */
export type Source = Pick<Beginning, "generation" | "revision">;

export interface RoomContext {
  readonly log: UpdateLog;
  readonly copies: Pick<Copies, "open">;
  readonly limits: DocumentLimits;
  readonly sourceOf: (room: Extract<RoomName, { kind: "subject" }>) => Promise<Source>;
  /** Tells the other processes that there is something to read. */
  readonly tellWritten: () => void;
  readonly tellAwareness: (room: string, update: Uint8Array, about: string) => void;
  /** An update of a client has been taken. */
  readonly onUpdate: () => void;
  readonly onFailed: (error: unknown) => void;
}
