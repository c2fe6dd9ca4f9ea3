import type { FoundDraft } from "./choose-draft.ts";
import type { DeviceDraft, DraftDevice } from "./draft-device.ts";
import type { DraftServer } from "./draft-server.ts";

/**
 * `here`: only on this device, as long as the server does not respond. `too-large`, `too-many`: only on this device,
 * because the server refuses a draft of this size, or another one. `unstored`: nowhere.
 */
export type DraftState = "none" | "pending" | "here" | "stored" | "too-large" | "too-many" | "unstored";

export type Written = Omit<DeviceDraft, "draftId" | "at" | "isSynced">;
/** `empty` ends the draft; undefined, if the text cannot be read any more, keeps it. */
export type Reading = Written | "empty" | undefined;

/** Dependencies and callbacks of an open draft. */
export interface DraftSetup {
  readonly device: DraftDevice;
  readonly server: DraftServer;
  /** The draft to find before all others. */
  readonly preferred?: string | undefined;
  readonly onState: (state: DraftState) => void;
  /** Called with another editor's draft if the server responds only after `find` has timed out. */
  readonly onLate: (found: FoundDraft) => void;
  /** Calls once the input is painted, because reading a text takes milliseconds. Immediately by default. */
  readonly afterPaint?: (work: () => void) => void;
}
