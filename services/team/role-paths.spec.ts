import { describe, expect, it, vi } from "vitest";
import { transition } from "xstate";
import { type RefusalCode, Refused } from "#contracts/errors";
import { limits } from "#contracts/limits";
import { canMove, type RoleMove, type TeamRole, teamRole } from "#contracts/machines/team-role";
import type { TeamEvent } from "#contracts/team/events";
import { managersOf } from "#services/team/facts";
import { bamtol, dotori, hodu, janmul, stranger } from "#tests/examples/people";
import { created } from "#tests/examples/teams";
import { type TeamCommand, type TeamState, team } from "./team.ts";

// Takes longer than other specs on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

type Move = RoleMove["type"];

const teamId = 12;
const memberLimit = 4;
const people = [dotori, bamtol, hodu, janmul, stranger];
const start = team.evolve(team.initial, {
  ...created,
  data: { ...created.data, memberLimit },
} as TeamEvent);

const roleOf = (state: TeamState, uuid: string): TeamRole => {
  const role = state.roster.members.get(uuid);
  return role === undefined ? "outsider" : role === "MANAGER" ? "manager" : "member";
};
const sizeOf = ({ roster }: TeamState) => ({
  managers: managersOf(roster),
  members: roster.members.size,
  memberLimit,
});
const may = (state: TeamState, uuid: string, move: Move) => canMove(roleOf(state, uuid), move, sizeOf(state));
const movedBy = (role: TeamRole, move: Move, size: ReturnType<typeof sizeOf>) =>
  transition(teamRole, teamRole.resolveState({ value: role, context: size }), { type: move } as RoleMove)[0]
    .value;

/** A command, its transitions, and the refusal text for others. */
interface Attempt {
  readonly command: TeamCommand;
  readonly moves: readonly (readonly [uuid: string, move: Move])[];
  readonly refusal: (state: TeamState) => RefusalCode | undefined;
}

const joining = (callerId: string): Attempt => ({
  command: { type: "JoinTeam", teamId, callerId, guess: { verdict: "right" } },
  moves: [[callerId, "JOIN"]],
  refusal: (state) =>
    may(state, callerId, "JOIN")
      ? undefined
      : roleOf(state, callerId) === "outsider"
        ? "team-full"
        : "already-joined",
});

const leaving = (callerId: string): Attempt => ({
  command: { type: "LeaveTeam", teamId, callerId },
  moves: [[callerId, "LEAVE"]],
  refusal: (state) =>
    may(state, callerId, "LEAVE")
      ? undefined
      : roleOf(state, callerId) === "manager"
        ? "manager-cannot-leave"
        : "caller-not-in-team",
});

type RoleChange = "AddCoManager" | "DelegateManager" | "DemoteManager" | "KickMember";
const roleMoves: Record<RoleChange, { target: Move; caller?: Move }> = {
  AddCoManager: { target: "ADD_CO_MANAGER" },
  DelegateManager: { target: "RECEIVE_DELEGATION", caller: "DELEGATE" },
  DemoteManager: { target: "DEMOTE" },
  KickMember: { target: "KICK" },
};
const forbidden: Record<RoleChange, Record<TeamRole, RefusalCode>> = {
  AddCoManager: { outsider: "target-not-in-team", member: "too-many-managers", manager: "already-manager" },
  DelegateManager: { outsider: "target-not-in-team", member: "fault", manager: "already-manager" },
  DemoteManager: { outsider: "target-not-in-team", member: "target-not-manager", manager: "fault" },
  KickMember: { outsider: "target-not-in-team", member: "fault", manager: "fault" },
};

const changing = (type: RoleChange, callerId: string, targetId: string): Attempt => {
  const { target, caller } = roleMoves[type];
  return {
    command: { type, teamId, callerId, targetId, targetExists: true, reason: null },
    moves: caller
      ? [
          [targetId, target],
          [callerId, caller],
        ]
      : [[targetId, target]],
    refusal(state) {
      if (roleOf(state, callerId) !== "manager") return "not-a-manager";
      if (callerId === targetId) return "target-is-self";
      return may(state, targetId, target) ? undefined : forbidden[type][roleOf(state, targetId)];
    },
  };
};

const attempts: readonly Attempt[] = people.flatMap((caller) => [
  joining(caller),
  leaving(caller),
  ...people.flatMap((target) =>
    (Object.keys(roleMoves) as RoleChange[]).map((type) => changing(type, caller, target)),
  ),
]);

const refusalOf = (command: TeamCommand, state: TeamState) => {
  try {
    return { events: team.decide(command, state) };
  } catch (error) {
    if (error instanceof Refused) return { code: error.code };
    throw error;
  }
};
const folded = (state: TeamState, events: readonly TeamEvent[]) => events.reduce(team.evolve, state);

/** Every team that commands can lead to, with any members in any roles. */
function* everyTeam(): Generator<TeamState> {
  const seen = new Set<string>();
  const next = [start];
  for (let state = next.pop(); state; state = next.pop()) {
    const key = people.map((uuid) => roleOf(state as TeamState, uuid)).join();
    if (seen.has(key)) continue;
    seen.add(key);
    yield state;
    for (const { command } of [...attempts, ...people.map(withdrawing)]) {
      const { events } = refusalOf(command, state);
      if (events) next.push(folded(state, events));
    }
  }
}

const withdrawing = (callerId: string) => ({
  command: { type: "WithdrawFromTeam", teamId, callerId } as TeamCommand,
});

const teams = [...everyTeam()];
const live = teams.filter(({ roster }) => roster.phase === "live");
const taken = new Set<string>();

describe(`the role machine and the decider, in all ${live.length} teams of up to four out of five members`, () => {
  it("allow and refuse the same transitions, with the right text, and agree on their results", () => {
    for (const state of live) {
      for (const { command, moves, refusal } of attempts) {
        const expected = refusal(state);
        const { code, events = [] } = refusalOf(command, state);
        expect(code, JSON.stringify(command)).toBe(expected);
        if (expected !== undefined) continue;
        const result = folded(state, events);
        const size = sizeOf(state);
        for (const [uuid, move] of moves) {
          const before = roleOf(state, uuid);
          const role = movedBy(before, move, size);
          expect(roleOf(result, uuid), move).toBe(role);
          taken.add(`${before} ${move} ${role}`);
        }
        const moved = new Set(moves.map(([uuid]) => uuid));
        for (const uuid of people)
          if (!moved.has(uuid)) expect(roleOf(result, uuid)).toBe(roleOf(state, uuid));
      }
    }
  });

  it("agree on withdrawal: the earliest of the others succeeds the only manager, the last one ends the team", () => {
    for (const state of live) {
      for (const uuid of people) {
        const events = team.decide(withdrawing(uuid).command, state);
        const before = roleOf(state, uuid);
        if (!may(state, uuid, "WITHDRAW")) {
          expect(events).toEqual([]);
          continue;
        }
        taken.add(`${before} WITHDRAW ${movedBy(before, "WITHDRAW", sizeOf(state))}`);
        const others = [...state.roster.members.keys()].filter((other) => other !== uuid);
        const left = folded(state, events.slice(0, 1));
        const successor = others.find((other) => may(left, other, "SUCCEED"));
        const types = events.map(({ type }) => type);
        if (others.length === 0) expect(types).toEqual(["MemberLeft", "TeamDeleted"]);
        else if (successor === undefined) expect(types).toEqual(["MemberLeft"]);
        else {
          expect(types).toEqual(["MemberLeft", "ManagerSucceeded"]);
          expect(roleOf(folded(state, events), successor)).toBe(movedBy("member", "SUCCEED", sizeOf(left)));
          taken.add("member SUCCEED manager");
        }
      }
    }
  });

  it("never leave a team without a manager, with too many of them, or with more members than seats", () => {
    expect(live.length).toBeGreaterThan(100);
    for (const { roster } of live) {
      expect(managersOf(roster)).toBeGreaterThanOrEqual(1);
      expect(managersOf(roster)).toBeLessThanOrEqual(limits.managers);
      expect(roster.members.size).toBeLessThanOrEqual(memberLimit);
    }
  });

  it("refuse everything for a deleted team, except that a withdrawal finds nothing to do", () => {
    const [deleted] = teams.filter(({ roster }) => roster.phase === "deleted");
    expect(deleted).toBeDefined();
    for (const { command } of attempts)
      expect(refusalOf(command, deleted as TeamState).code).toBe("team-not-found");
    expect(team.decide(withdrawing(dotori).command, deleted as TeamState)).toEqual([]);
  });

  it("have been compared on every transition of the machine", () => {
    const all = Object.entries(teamRole.config.states ?? {}).flatMap(([from, { on = {} }]) =>
      Object.entries(on as Record<string, string | { target: string }>).map(
        ([move, to]) => `${from} ${move} ${typeof to === "string" ? to : to.target}`,
      ),
    );
    const beginnings = ["outsider CREATE manager", "outsider INVITE member"];
    expect([...taken, ...beginnings].sort()).toEqual(all.sort());
  });
});

describe("the beginnings of a membership that are not one person's command", () => {
  it("make the creator manager", () => {
    const size = { managers: 0, members: 0, memberLimit };
    expect(roleOf(start, dotori)).toBe(movedBy("outsider", "CREATE", size));
  });
  it("make invited applicants members, if there is a seat", () => {
    const invited: TeamEvent = {
      type: "ApplicantsAdmitted",
      data: { teamId, recruitmentId: 5, memberIds: [bamtol], admittedBy: dotori },
    };
    expect(roleOf(team.evolve(start, invited), bamtol)).toBe(movedBy("outsider", "INVITE", sizeOf(start)));
    expect(canMove("outsider", "INVITE", { managers: 1, members: 4, memberLimit: 4 })).toBe(false);
  });
});
