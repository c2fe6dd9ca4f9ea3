import { useState } from "react";
import { ApiError } from "./api-error.ts";

interface Answers<Stored> {
  /** Replaces the form's content by the stored one. */
  readonly onUseStored: (stored: Stored) => void;
  /** Sends the own content again with the revision of the stored one. The dialog is open until `close`. */
  readonly onKeepMine: (stored: Stored) => void;
  readonly onBack?: () => void;
  /** Reads what is stored from the data of a 412; by default it is the data. */
  readonly storedOf?: (data: unknown) => Stored;
}

export type Conflict<Stored> = ReturnType<typeof useConflict<Stored>>;

/** Whether the server refused a change because another one was saved since; `data` is what is stored now. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 412 && error.data !== null;

/**
 * What was saved elsewhere, from a 412 until the member has chosen between both texts (spec/ui.md §6.4). The decider
 * compares revisions (`stale-revision`), and `withPresentState` (services/platform/platform.ts) adds what is stored.
 * - An open form keeps the own text, in its machine (editor/writing/use-submit.ts) and as its draft.
 * - A post whose form is closed by then stays in the outbox as `blocked`; opened again, it is submitted at once, so that the
 *   dialog appears.
 * - Managers who edit a problem together are mostly told by its room that it was saved
 *   (editor/collaboration/use-saved-meanwhile.ts); two who save at the same time get the dialog.
 * - A comment on lines that moved is placed again without a dialog (features/team/discussion/use-posting.ts).
 */
export function useConflict<Stored>({ onUseStored, onKeepMine, onBack, storedOf }: Answers<Stored>) {
  const [isOpen, setOpen] = useState(false);
  const [stored, setStored] = useState<Stored>();
  const close = () => setOpen(false);
  return {
    isOpen,
    /** Stays while the dialog fades out. */
    stored,
    /** Opens the dialog if the error is a conflict, and closes it for any other error. Returns whether it is one. */
    show(error: unknown): boolean {
      const found = isConflict(error);
      if (found) setStored(storedOf ? storedOf(error.data) : (error.data as Stored));
      setOpen(found);
      return found;
    },
    close,
    onUseStored() {
      close();
      if (stored !== undefined) onUseStored(stored);
    },
    onKeepMine() {
      if (stored !== undefined) onKeepMine(stored);
    },
    onBack() {
      close();
      onBack?.();
    },
  };
}
