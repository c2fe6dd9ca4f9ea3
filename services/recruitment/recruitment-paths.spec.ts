import { describe, expect, it } from "vitest";
import { transition } from "xstate";
import { Refused } from "#contracts/errors";
import {
  type ApplicationMove,
  type ApplicationPhase,
  application,
  canMoveApplication,
} from "#contracts/machines/application";
import {
  canMoveRecruitment,
  type RecruitmentMove,
  recruitment as recruitmentMachine,
} from "#contracts/machines/recruitment";
import { bamtol, dotori } from "#tests/examples/people";
import { recruitmentPosted } from "#tests/examples/recruitments";
import { noRoster } from "../team/facts.ts";
import { type RecruitmentCommand, type RecruitmentState, recruitment } from "./recruitment.ts";

const teamId = 12;
const surroundings = { team: noRoster, isAuthorGone: false };
const author = { callerId: dotori, ...surroundings };
const applicant = { callerId: bamtol, ...surroundings };

const hasTeam = ({ teamId: linked, reservedTeamId }: RecruitmentState) => (linked ?? reservedTeamId) !== null;
const lastApplication = ({ applications }: RecruitmentState): [number, ApplicationPhase] => {
  const last = [...applications].at(-1);
  return last ? [last[0], last[1].phase] : [0, "absent"];
};
const isOpen = (phase: ApplicationPhase) => phase === "pending" || phase === "edited";

/** One action of a member: its commands and its transitions. */
interface Step {
  readonly name: string;
  readonly recruitment?: RecruitmentMove["type"];
  readonly application?: ApplicationMove["type"];
  readonly commands: (state: RecruitmentState) => readonly RecruitmentCommand[];
}

const steps: readonly Step[] = [
  {
    name: "edit",
    recruitment: "EDIT",
    commands: ({ revision }) => [
      {
        type: "EditRecruitment",
        ...author,
        ifMatch: undefined,
        title: `제목 ${revision}`,
        body: undefined,
        contact: undefined,
        imageUrl: undefined,
      },
    ],
  },
  {
    name: "close",
    recruitment: "CLOSE",
    commands: () => [{ type: "SetRecruiting", ...author, isRecruiting: false }],
  },
  {
    name: "resume",
    recruitment: "RESUME",
    commands: () => [{ type: "SetRecruiting", ...author, isRecruiting: true }],
  },
  {
    name: "delete",
    recruitment: "DELETE",
    commands: () => [{ type: "DeleteRecruitment", ...author }],
  },
  {
    name: "create a team",
    recruitment: "CREATE_TEAM",
    commands: (state) => [
      { type: "ReserveTeam", ...author, teamId, isTaken: state.reservedTeamId !== null },
      { type: "LinkTeam", teamId },
    ],
  },
  {
    name: "apply",
    recruitment: "APPLY",
    application: "SUBMIT",
    commands: (state) => [
      { type: "Apply", ...applicant, applicationId: state.applications.size + 1, body: "글" },
    ],
  },
  {
    name: "edit the application",
    application: "EDIT",
    commands: (state) => [
      {
        type: "EditApplication",
        ...applicant,
        applicationId: lastApplication(state)[0],
        body: `글 ${lastApplication(state)[1]}`,
      },
    ],
  },
  {
    name: "take the application back",
    application: "WITHDRAW",
    commands: (state) => [
      { type: "DeleteApplication", ...applicant, applicationId: lastApplication(state)[0] },
    ],
  },
  {
    name: "remove the application",
    application: "REMOVE",
    commands: (state) => [{ type: "DeleteApplication", ...author, applicationId: lastApplication(state)[0] }],
  },
  {
    name: "accept the application",
    recruitment: "INVITE",
    application: "ACCEPT",
    commands: () => [{ type: "AcceptApplications", teamId, applicantIds: [bamtol] }],
  },
];

/** The result of a step according to the machines: undefined if they forbid it. */
function byMachine(state: RecruitmentState, step: Step): [string, ApplicationPhase] | undefined {
  const context = { hasTeam: hasTeam(state) };
  const phase = lastApplication(state)[1];
  // A second attempt is a new application.
  const from = step.application === "SUBMIT" && !isOpen(phase) ? "absent" : phase;
  if (step.recruitment && !canMoveRecruitment(state.phase, step.recruitment, context.hasTeam))
    return undefined;
  if (step.application && !canMoveApplication(from, step.application)) return undefined;
  const next = step.recruitment
    ? transition(recruitmentMachine, recruitmentMachine.resolveState({ value: state.phase, context }), {
        type: step.recruitment,
      })[0].value
    : state.phase;
  const nextApplication = step.application
    ? transition(application, application.resolveState({ value: from }), { type: step.application })[0].value
    : phase;
  return [next as string, nextApplication as ApplicationPhase];
}

/** The result according to the decider: undefined if it refuses or nothing happens. */
function byDecider(state: RecruitmentState, step: Step): RecruitmentState | undefined {
  let now = state;
  let changed = false;
  try {
    for (const command of step.commands(state)) {
      const events = recruitment.decide(command, now);
      changed ||= events.length > 0;
      now = events.reduce(recruitment.evolve, now);
    }
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
  return changed ? now : undefined;
}

const keyOf = (state: RecruitmentState) => [state.phase, hasTeam(state), lastApplication(state)[1]].join(" ");

describe("every path of the machines through the decider", () => {
  const start = recruitment.evolve(recruitment.initial, recruitmentPosted());
  const reached = new Map([[keyOf(start), start]]);
  for (const state of reached.values())
    for (const step of steps) {
      const next = byDecider(state, step);
      if (next && !reached.has(keyOf(next))) reached.set(keyOf(next), next);
    }

  it("reaches every possible state", () => {
    const live = ["recruiting", "closed"].flatMap((phase) => [`${phase} false`, `${phase} true`]);
    // An application is only accepted into a team.
    const phases = (place: string) =>
      ["absent", "pending", "edited", "accepted", "withdrawn", "removed"].filter(
        (phase) => phase !== "accepted" || place.endsWith("true"),
      );
    const all = live.flatMap((place) => phases(place).map((phase) => `${place} ${phase}`));
    expect([...reached.keys()]).toEqual(expect.arrayContaining(all));
  });

  for (const [key, state] of reached) {
    if (state.phase === "deleted") continue;
    it(`${key}: decides as the machines allow`, () => {
      for (const step of steps) {
        const next = byDecider(state, step);
        const found = next && [next.phase, lastApplication(next)[1]];
        expect({ step: step.name, to: found }).toEqual({ step: step.name, to: byMachine(state, step) });
      }
    });
  }

  it("allows nothing once deleted, except recording earlier admissions", () => {
    for (const [, state] of reached)
      if (state.phase === "deleted")
        for (const step of steps)
          if (step.application !== "ACCEPT") expect(byDecider(state, step)).toBeUndefined();
  });
});
