import { setup } from "xstate";

export type ApplicationPhase = "absent" | "pending" | "edited" | "accepted" | "withdrawn" | "removed";

export type ApplicationMove =
  | { type: "SUBMIT" }
  | { type: "EDIT" }
  | { type: "ACCEPT" }
  | { type: "WITHDRAW" }
  | { type: "REMOVE" };

const open = { EDIT: "edited", ACCEPT: "accepted", WITHDRAW: "withdrawn", REMOVE: "removed" } as const;

/** One application; `edited` is as pending as `pending`. A second attempt is a new application. */
export const application = setup({ types: { events: {} as ApplicationMove } }).createMachine({
  id: "application",
  initial: "absent",
  states: {
    absent: { on: { SUBMIT: "pending" } },
    pending: { on: open },
    edited: { on: open },
    accepted: { type: "final" },
    withdrawn: { type: "final" },
    removed: { type: "final" },
  },
});

/** Whether an application in this phase allows the transition. */
export function canMoveApplication(phase: ApplicationPhase, move: ApplicationMove["type"]): boolean {
  return application.resolveState({ value: phase }).can({ type: move });
}
