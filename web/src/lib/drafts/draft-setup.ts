import type { FoundDraft } from "./choose-draft.ts";
import type { DeviceDraft, DraftDevice } from "./draft-device.ts";
import type { DraftServer } from "./draft-server.ts";

/**
 * `here`: on this device alone, as long as the server does not answer. `too-large`, `too-many`: on this device alone,
 * because the server refuses a draft of this size, or a further one. `unkept`: nowhere.
 */
export type DraftState = "none" | "pending" | "here" | "kept" | "too-large" | "too-many" | "unkept";

export type Written = Omit<DeviceDraft, "draftId" | "at" | "isSynced">;
/** `empty` ends the draft; undefined, where the text cannot be read any more, leaves it. */
export type Reading = Written | "empty" | undefined;

/** What an open draft stands on, and what it tells. */
export interface DraftSetup {
  readonly device: DraftDevice;
  readonly server: DraftServer;
  readonly onState: (state: DraftState) => void;
  /** The server answered only after `find` had given up waiting, and has another editor's draft. */
  readonly onLate: (found: FoundDraft) => void;
  /** Calls once what was typed is shown: to read a text takes milliseconds. At once without it. */
  readonly afterPaint?: (work: () => void) => void;
}
