import { useMachine } from "@xstate/react";
import { useRef } from "react";
import { useConflict } from "../../lib/calls/use-conflict.ts";
import type { StoredPost } from "./post.ts";
import { type SubmitSettings, submitMachine } from "./submit-machine.ts";

interface Settings extends SubmitSettings {
  readonly onRevision: (revision: number) => void;
  /** Reads the current state from a 412 response. */
  readonly storedOf: (data: unknown) => StoredPost;
  readonly takeStored: (stored: StoredPost) => void;
}

/** Saves a post. Further calls while it is being sent do nothing. */
export function useSubmit(settings: Settings) {
  const latest = useRef(settings);
  latest.current = settings;
  const conflict = useConflict<StoredPost>({
    storedOf: (data) => latest.current.storedOf(data),
    onUseStored(stored) {
      settings.onRevision(stored.revision);
      settings.takeStored(stored);
      act({ type: "EDIT" });
    },
    onKeepMine(stored) {
      conflict.close();
      settings.onRevision(stored.revision);
      act({ type: "KEEP_MINE", revision: stored.revision });
    },
    onBack: () => act({ type: "EDIT" }),
  });
  const { isOpen, stored, onUseStored, onKeepMine, onBack } = conflict;
  const [state, act] = useMachine(submitMachine, {
    input: { settings: latest, onConflict: conflict.show },
  });
  return {
    isEditing: state.matches("editing"),
    isPending: state.hasTag("pending"),
    submit: () => act({ type: "SUBMIT" }),
    conflict: { isOpen, post: state.context.post, stored, onUseStored, onKeepMine, onBack },
  };
}
