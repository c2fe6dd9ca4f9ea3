import { setup } from "xstate";

export type RecruitmentPhase = "absent" | "recruiting" | "closed" | "deleted";

export type RecruitmentMove =
  | { type: "POST" }
  | { type: "EDIT" }
  | { type: "CLOSE" }
  | { type: "RESUME" }
  | { type: "DELETE" }
  | { type: "APPLY" }
  /** A team is created from the applicants. */
  | { type: "CREATE_TEAM" }
  /** Applicants are admitted to the linked team. */
  | { type: "INVITE" };

/** A recruitment with or without a team, and every legal transition (spec/wire-contract.md §6). */
export const recruitment = setup({
  types: {
    context: {} as { hasTeam: boolean },
    input: {} as { hasTeam: boolean },
    events: {} as RecruitmentMove,
  },
  guards: { hasTeam: ({ context }) => context.hasTeam, hasNoTeam: ({ context }) => !context.hasTeam },
}).createMachine({
  id: "recruitment",
  context: ({ input }) => input,
  initial: "absent",
  states: {
    absent: { on: { POST: "recruiting" } },
    recruiting: {
      on: {
        EDIT: "recruiting",
        APPLY: "recruiting",
        CLOSE: "closed",
        DELETE: "deleted",
        CREATE_TEAM: { target: "recruiting", guard: "hasNoTeam" },
        INVITE: { target: "recruiting", guard: "hasTeam" },
      },
    },
    closed: {
      on: {
        EDIT: "closed",
        RESUME: "recruiting",
        DELETE: "deleted",
        CREATE_TEAM: { target: "closed", guard: "hasNoTeam" },
        INVITE: { target: "closed", guard: "hasTeam" },
      },
    },
    deleted: { type: "final" },
  },
});

/** Whether a recruitment in this phase allows the transition. Permissions are checked elsewhere. */
export function canMoveRecruitment(
  phase: RecruitmentPhase,
  move: RecruitmentMove["type"],
  hasTeam: boolean,
): boolean {
  return recruitment
    .resolveState({ value: phase, context: { hasTeam } })
    .can({ type: move } as RecruitmentMove);
}
