import { useMachine } from "@xstate/react";
import { type RefObject, useRef } from "react";
import { assign, fromPromise, setup } from "xstate";
import type { CallAnswer } from "../../lib/calls/api.ts";
import { ApiError } from "../../lib/calls/api-error.ts";
import { type Command, reuseUnanswered } from "../../lib/calls/command.ts";
import { isConflict, useConflict } from "../../lib/calls/use-conflict.ts";
import type { StoredPost, WrittenPost } from "./post.ts";

interface SubmitSettings {
  /** Revision of the edited post; null creates one. */
  readonly revision: number | null;
  /** Why the form is invalid; checked before anything else. */
  readonly validate: () => string | undefined;
  readonly onInvalid: (reason: string) => void;
  /** Reads the text, and waits for the picture. */
  readonly gather: () => Promise<WrittenPost>;
  readonly command: (post: WrittenPost, revision: number | null) => Command;
  /** `queued`: the outbox sends it later. */
  readonly send: (command: Command) => Promise<CallAnswer<unknown> | "queued">;
  readonly onSaved: (post: WrittenPost, data: unknown) => void;
  readonly onQueued: () => void;
  readonly onFailed: (error: unknown) => void;
}

interface Context {
  /** Settings of the latest render. */
  readonly settings: RefObject<SubmitSettings>;
  /** Called with a 412, after which the machine waits for the member's choice. */
  readonly onConflict: (error: unknown) => void;
  readonly post: WrittenPost | undefined;
  /** The command being sent; afterwards the one without a response, which is repeated with the same key. */
  readonly command: Command | null;
}

function composed({ settings: { current }, command }: Context, post: WrittenPost, revision: number | null) {
  return { post, command: reuseUnanswered(command, current.command(post, revision)) };
}

/** Editing → sending → saved, with the ways back after a refusal and a conflict (spec/ui.md §6.4). */
const submitMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | { readonly type: "SUBMIT" | "EDIT" }
      | { readonly type: "KEEP_MINE"; readonly revision: number },
    input: {} as Pick<Context, "settings" | "onConflict">,
  },
  actors: {
    gather: fromPromise(({ input }: { input: SubmitSettings }) => input.gather()),
    send: fromPromise(({ input }: { input: Context }) =>
      input.settings.current.send(input.command as Command),
    ),
  },
  guards: {
    isInvalid: ({ context }) => context.settings.current.validate() !== undefined,
  },
  actions: {
    reportInvalid: ({ context: { settings } }) =>
      settings.current.onInvalid(settings.current.validate() ?? ""),
  },
}).createMachine({
  id: "submit",
  context: ({ input }) => ({ ...input, post: undefined, command: null }),
  initial: "editing",
  states: {
    editing: { on: { SUBMIT: [{ guard: "isInvalid", actions: "reportInvalid" }, { target: "gathering" }] } },
    gathering: {
      tags: "pending",
      invoke: {
        src: "gather",
        input: ({ context }) => context.settings.current,
        onDone: {
          target: "sending",
          actions: assign(({ context, event }) =>
            composed(context, event.output, context.settings.current.revision),
          ),
        },
        onError: {
          target: "editing",
          actions: ({ context, event }) => context.settings.current.onFailed(event.error),
        },
      },
    },
    sending: {
      tags: "pending",
      invoke: {
        src: "send",
        input: ({ context }) => context,
        onDone: {
          target: "saved",
          actions: ({ context: { settings, post }, event: { output } }) => {
            if (output === "queued") settings.current.onQueued();
            else if (post) settings.current.onSaved(post, output.data);
          },
        },
        onError: [
          {
            guard: ({ event }) => isConflict(event.error),
            target: "conflict",
            actions: [assign({ command: null }), ({ context, event }) => context.onConflict(event.error)],
          },
          {
            target: "editing",
            actions: [
              ({ context, event }) => context.settings.current.onFailed(event.error),
              assign(({ context, event: { error } }) => ({
                command: error instanceof ApiError && error.noAnswer ? context.command : null,
              })),
            ],
          },
        ],
      },
    },
    conflict: {
      on: {
        KEEP_MINE: {
          target: "sending",
          actions: assign(({ context, event }) =>
            context.post ? composed(context, context.post, event.revision) : {},
          ),
        },
        EDIT: "editing",
      },
    },
    /** Saved: the page navigates away. */
    saved: { tags: "pending" },
  },
});

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
