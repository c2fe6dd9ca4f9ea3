import { assign, fromPromise, setup } from "xstate";
import type { Category } from "#contracts/subject/api";
import { ApiError } from "../../lib/calls/api-error.ts";
import { newIdempotencyKey } from "../../lib/calls/idempotency.ts";

/** What the person wrote, ready to be sent. */
export interface Draft {
  readonly title: string;
  readonly category: Category | null;
  readonly html: string;
  readonly picture: File | undefined;
  /** How to reach the writer; recruitments only. */
  readonly contact?: string;
}

/** A post as the server keeps it. */
export interface Stored {
  readonly title: string;
  readonly category: Category | null;
  readonly html: string;
  readonly imageUrl: string | null;
  readonly revision: number;
  readonly contact?: string;
}

export interface Sending {
  readonly draft: Draft;
  /** Of the post that is being edited; null creates one. */
  readonly revision: number | null;
  readonly idempotencyKey: string;
}

/** What the screen does for the machine. */
export interface SubmitPort {
  /** Why the form cannot be sent as it stands; asked before anything else. */
  fault(): string | undefined;
  tell(fault: string): void;
  /** Waits for the picture, and for the person's word where one is asked for. A failure, or a no, needs no telling. */
  gather(): Promise<Draft>;
  send(sending: Sending): Promise<void>;
  /** The present state that an answer 412 carries. */
  storedOf(refusal: ApiError): Stored;
  takeStored(stored: Stored): void;
  onSaved(): void;
  onFailed(error: unknown): void;
}

interface Context {
  readonly port: SubmitPort;
  readonly revision: number | null;
  readonly draft: Draft | null;
  readonly stored: Stored | null;
  readonly key: string;
  /** What was sent when no answer came: the same content pressed again is the same call, so it keeps its key. */
  readonly unanswered: string | null;
}

type Event =
  | { type: "SUBMIT" }
  /** A draft of this revision is gone on with. */
  | { type: "RESUME"; revision: number }
  | { type: "KEEP_MINE" }
  | { type: "USE_STORED" }
  | { type: "BACK" };

const fingerprint = ({ title, category, html, contact, picture }: Draft) =>
  JSON.stringify([title, category, html, contact, picture?.size, picture?.lastModified]);

const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 412;

/**
 * Saving a post: editing → compressing → sending → saved, with the ways back over a refusal and over a conflict
 * (spec/ui.md §6.4). A press while it is under way does nothing. One idempotency key per press.
 */
export const submitMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    input: {} as { port: SubmitPort; revision: number | null },
  },
  actors: {
    gather: fromPromise(({ input }: { input: SubmitPort }) => input.gather()),
    send: fromPromise(({ input: { port, ...sending } }: { input: Sending & { port: SubmitPort } }) =>
      port.send(sending),
    ),
  },
  guards: {
    isFaulty: ({ context }) => context.port.fault() !== undefined,
  },
  actions: {
    tellFault: ({ context }) => context.port.tell(context.port.fault() ?? ""),
    takeStored: ({ context }) => {
      if (context.stored) context.port.takeStored(context.stored);
    },
    tellSaved: ({ context }) => context.port.onSaved(),
    renewKey: assign({ key: newIdempotencyKey, unanswered: null }),
    takeStoredRevision: assign({ revision: ({ context }) => context.stored?.revision ?? context.revision }),
  },
}).createMachine({
  id: "submit",
  context: ({ input }) => ({ ...input, draft: null, stored: null, key: "", unanswered: null }),
  initial: "editing",
  states: {
    editing: {
      on: {
        SUBMIT: [{ guard: "isFaulty", actions: "tellFault" }, { target: "compressing" }],
        RESUME: { actions: assign({ revision: ({ event }) => event.revision }) },
      },
    },
    compressing: {
      invoke: {
        src: "gather",
        input: ({ context }) => context.port,
        onDone: {
          target: "sending",
          actions: assign(({ context, event }) => {
            const isRepetition = context.unanswered === fingerprint(event.output);
            return { draft: event.output, key: isRepetition ? context.key : newIdempotencyKey() };
          }),
        },
        onError: "editing",
      },
    },
    sending: {
      invoke: {
        src: "send",
        input: ({ context: { port, draft, revision, key } }) => {
          if (!draft) throw new Error("nothing has been gathered to send");
          return { port, draft, revision, idempotencyKey: key };
        },
        onDone: "saved",
        onError: [
          {
            guard: ({ event }) => isConflict(event.error),
            target: "conflict",
            actions: assign(({ context, event }) => ({
              stored: isConflict(event.error) ? context.port.storedOf(event.error) : null,
              unanswered: null,
            })),
          },
          {
            target: "editing",
            actions: [
              assign(({ context, event }) => {
                const isSilent = event.error instanceof ApiError && event.error.noAnswer;
                return { unanswered: isSilent && context.draft ? fingerprint(context.draft) : null };
              }),
              ({ context, event }) => context.port.onFailed(event.error),
            ],
          },
        ],
      },
    },
    conflict: {
      on: {
        KEEP_MINE: { target: "sending", actions: ["takeStoredRevision", "renewKey"] },
        USE_STORED: { target: "editing", actions: ["takeStoredRevision", "takeStored"] },
        BACK: "editing",
      },
    },
    saved: { entry: "tellSaved" },
  },
});
