import { assign, fromPromise, setup } from "xstate";
import { refusals } from "#contracts/errors";
import { lengthOf, limits } from "#contracts/limits";
import { joinFailed } from "./texts.ts";

const joinTexts = {
  badLength: "비밀번호 4자리를 입력해 주세요.",
  failed: joinFailed,
  refreshFailed: "팀 목록 최신화에 실패했습니다",
} as const;

/** Outcome of the join call: joined, or the server's message (null without an answer). */
export type JoinAnswer = { joined: true } | { joined: false; message: string | null };

const hasFourCharacters = (password: string) => lengthOf(password.trim()) === limits.entryPasswordDigits;

/**
 * Joining by password (spec/ui.md §10): visitors go to the login; others type, are told what is wrong and may try
 * again, and after success everything that shows the team is fetched again. The screen provides `join`, `refresh`,
 * `tell`, `goToLogin` and the guard `isVisitor`.
 */
export const joinMachine = setup({
  types: {
    context: {} as { password: string; text: string },
    events: {} as
      | { type: "OPEN" }
      | { type: "CLOSE" }
      | { type: "TYPE"; password: string }
      | { type: "SUBMIT" },
  },
  actors: {
    join: fromPromise<JoinAnswer, { password: string }>(async () => ({ joined: false, message: null })),
    refresh: fromPromise<void>(async () => {}),
    /** Shows an alert and ends when it has been confirmed. */
    tell: fromPromise<void, { text: string }>(async () => {}),
  },
  actions: { goToLogin: () => {} },
  guards: { isVisitor: () => false, isTooShort: ({ context }) => !hasFourCharacters(context.password) },
}).createMachine({
  id: "join",
  context: { password: "", text: "" },
  initial: "closed",
  states: {
    closed: {
      on: {
        OPEN: [
          { guard: "isVisitor", actions: "goToLogin" },
          { target: "typing", actions: assign({ password: "", text: "" }) },
        ],
      },
    },
    typing: {
      on: {
        TYPE: { actions: assign({ password: ({ event }) => event.password }) },
        CLOSE: "closed",
        SUBMIT: [
          // The login has ended meanwhile.
          { guard: "isVisitor", target: "closed", actions: "goToLogin" },
          { guard: "isTooShort", target: "told", actions: assign({ text: joinTexts.badLength }) },
          { target: "joining" },
        ],
      },
    },
    joining: {
      invoke: {
        src: "join",
        input: ({ context }) => ({ password: context.password.trim() }),
        onDone: [
          { guard: ({ event }) => event.output.joined, target: "refreshing" },
          {
            // Joined meanwhile in another tab: the page only has to catch up.
            guard: ({ event }) =>
              !event.output.joined && event.output.message === refusals["already-joined"].message,
            target: "refreshing",
          },
          {
            target: "told",
            actions: assign({
              text: ({ event }) => (event.output.joined ? "" : event.output.message) ?? joinTexts.failed,
            }),
          },
        ],
        onError: { target: "told", actions: assign({ text: joinTexts.failed }) },
      },
    },
    /** The window stays open with what was typed. */
    told: {
      invoke: {
        src: "tell",
        input: ({ context }) => ({ text: context.text }),
        onDone: "typing",
        onError: "typing",
      },
    },
    refreshing: {
      invoke: { src: "refresh", onDone: "closed", onError: "stale" },
    },
    stale: {
      invoke: {
        src: "tell",
        input: () => ({ text: joinTexts.refreshFailed }),
        onDone: "closed",
        onError: "closed",
      },
    },
  },
});
