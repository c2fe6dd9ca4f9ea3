import { setup } from "xstate";
import { limits } from "../limits.ts";

/** What the transitions depend on besides the role itself. */
interface TeamSize {
  readonly managers: number;
  readonly members: number;
  readonly memberLimit: number;
}

export type RoleMove =
  | { type: "CREATE" }
  | { type: "JOIN" }
  | { type: "INVITE" }
  | { type: "ADD_CO_MANAGER" }
  /** Becomes manager in place of the delegating one. */
  | { type: "RECEIVE_DELEGATION" }
  /** Becomes a regular member by delegating. */
  | { type: "DELEGATE" }
  | { type: "DEMOTE" }
  | { type: "KICK" }
  | { type: "LEAVE" }
  /** Becomes manager after the only manager has withdrawn. */
  | { type: "SUCCEED" }
  | { type: "WITHDRAW" };

export type TeamRole = "outsider" | "member" | "manager";

/** A member's role in one team and every legal transition between the roles (spec/specification.md §4, §6). */
export const teamRole = setup({
  types: { context: {} as TeamSize, input: {} as TeamSize, events: {} as RoleMove },
  guards: {
    hasSeat: ({ context }) => context.members < context.memberLimit,
    roomForManager: ({ context }) => context.managers < limits.managers,
    noManagerLeft: ({ context }) => context.managers === 0,
  },
}).createMachine({
  id: "team-role",
  context: ({ input }) => input,
  initial: "outsider",
  states: {
    outsider: {
      on: {
        CREATE: "manager",
        JOIN: { target: "member", guard: "hasSeat" },
        INVITE: { target: "member", guard: "hasSeat" },
      },
    },
    member: {
      on: {
        ADD_CO_MANAGER: { target: "manager", guard: "roomForManager" },
        RECEIVE_DELEGATION: "manager",
        SUCCEED: { target: "manager", guard: "noManagerLeft" },
        KICK: "outsider",
        LEAVE: "outsider",
        WITHDRAW: "outsider",
      },
    },
    manager: {
      on: { DELEGATE: "member", DEMOTE: "member", KICK: "outsider", WITHDRAW: "outsider" },
    },
  },
});

/** Whether a member with this role may make this transition in a team of this size. */
export function canMove(role: TeamRole, move: RoleMove["type"], size: TeamSize): boolean {
  return teamRole.resolveState({ value: role, context: size }).can({ type: move } as RoleMove);
}
