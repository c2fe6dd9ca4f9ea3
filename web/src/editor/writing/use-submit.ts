import { useMachine } from "@xstate/react";
import { useRef } from "react";
import { type SubmitSettings, submitMachine } from "./submit-machine.ts";

/** Saves a post. Further calls while it is being sent do nothing. */
export function useSubmit(settings: SubmitSettings) {
  const latest = useRef(settings);
  latest.current = settings;
  const [state, act] = useMachine(submitMachine, { input: { settings: latest } });
  const { post, stored } = state.context;
  return {
    isEditing: state.matches("editing"),
    isPending: state.hasTag("pending"),
    submit: () => act({ type: "SUBMIT" }),
    conflict: {
      isOpen: state.matches("conflict"),
      post,
      stored,
      onKeepMine: () => act({ type: "KEEP_MINE" }),
      onUseStored: () => act({ type: "USE_STORED" }),
      onBack: () => act({ type: "BACK" }),
    },
  };
}
