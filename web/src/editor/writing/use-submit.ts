import { useRef, useState } from "react";
import { ApiError } from "../../lib/calls/api-error.ts";
import { type Command, repeatedOr, send } from "../../lib/calls/command.ts";
import type { StoredPost, WrittenPost } from "./post.ts";

interface SubmitSettings {
  /** Of the post that is edited; null creates one. */
  readonly revision: number | null;
  readonly onRevision: (revision: number) => void;
  /** Why the form cannot be sent as it stands; asked before anything else. */
  readonly fault: () => string | undefined;
  readonly onFault: (fault: string) => void;
  /** Waits for the picture, and for the answer where a question is asked. Rejects when nothing is to be sent. */
  readonly gather: () => Promise<WrittenPost>;
  readonly command: (post: WrittenPost, revision: number | null) => Command;
  /** Reads the present state that an answer 412 carries. */
  readonly storedOf: (data: unknown) => StoredPost;
  readonly takeStored: (stored: StoredPost) => void;
  readonly onSaved: (post: WrittenPost, data: unknown) => void;
  readonly onFailed: (error: unknown) => void;
}

interface Conflict {
  readonly post: WrittenPost;
  readonly stored: StoredPost;
}

/**
 * Saves a post: editing → sending → saved, with the ways back over a refusal and over a conflict (spec/ui.md §6.4). A press
 * while it is sent does nothing. What is called is always that of the latest render.
 */
export function useSubmit(settings: SubmitSettings) {
  const latest = useRef(settings);
  latest.current = settings;
  const isBusy = useRef(false);
  const unanswered = useRef<Command>(null);
  const [step, setStep] = useState<"editing" | "sending" | "conflict" | "saved">("editing");
  const [conflict, setConflict] = useState<Conflict>();

  function edit(): void {
    isBusy.current = false;
    setStep("editing");
  }

  async function save(post: WrittenPost, revision: number | null): Promise<void> {
    setStep("sending");
    const command = repeatedOr(unanswered.current, latest.current.command(post, revision));
    unanswered.current = null;
    const { error, answer } = await send(command).then(
      (answer) => ({ answer, error: undefined }),
      (error: unknown) => ({ answer: undefined, error }),
    );
    if (answer) {
      setStep("saved");
      return latest.current.onSaved(post, answer.data);
    }
    if (error instanceof ApiError && error.status === 412) {
      setConflict({ post, stored: latest.current.storedOf(error.data) });
      return setStep("conflict");
    }
    if (error instanceof ApiError && error.noAnswer) unanswered.current = command;
    edit();
    latest.current.onFailed(error);
  }

  async function submit(): Promise<void> {
    if (isBusy.current) return;
    const fault = latest.current.fault();
    if (fault !== undefined) return latest.current.onFault(fault);
    isBusy.current = true;
    setStep("sending");
    const post = await latest.current.gather().catch(() => undefined);
    if (post) await save(post, latest.current.revision);
    else edit();
  }

  return {
    isEditing: step === "editing",
    /** Also once it is saved: the page moves on. */
    isPending: step === "sending" || step === "saved",
    submit,
    conflict: {
      isOpen: step === "conflict",
      post: conflict?.post,
      stored: conflict?.stored,
      onKeepMine() {
        if (!conflict) return;
        latest.current.onRevision(conflict.stored.revision);
        void save(conflict.post, conflict.stored.revision);
      },
      onUseStored() {
        if (!conflict) return;
        latest.current.onRevision(conflict.stored.revision);
        latest.current.takeStored(conflict.stored);
        edit();
      },
      onBack: edit,
    },
  };
}
