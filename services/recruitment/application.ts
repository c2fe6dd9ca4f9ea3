import type { ApplicationEvent } from "#contracts/application/events";
import { Refused } from "#contracts/errors";
import { type ApplicationPhase, canMoveApplication } from "#contracts/machines/application";
import {
  canMoveRecruitment,
  type RecruitmentMove,
  type RecruitmentPhase,
} from "#contracts/machines/recruitment";
import type { RecruitmentEvent } from "#contracts/recruitment/events";
import { isMember } from "../team/facts.ts";
import { type ByCaller, isFound, permits, permitsChange } from "./permits.ts";

export interface Application {
  readonly applicantId: string;
  readonly phase: ApplicationPhase;
  readonly body: string | null;
}

/** The state of a recruitment that decisions on its applications need. */
export interface AppliedTo {
  readonly phase: RecruitmentPhase;
  readonly recruitmentId: number;
  readonly authorId: string;
  readonly teamId: number | null;
  /** The team that is being, or has just been, created from this recruitment. */
  readonly reservedTeamId: number | null;
  /** By application id, oldest first, without those that had ended when the last one arrived. */
  readonly applications: ReadonlyMap<number, Application>;
}

export type ApplicationCommand =
  | (ByCaller & { readonly type: "Apply"; readonly applicationId: number; readonly body: string })
  | (ByCaller & { readonly type: "EditApplication"; readonly applicationId: number; readonly body: string })
  | (ByCaller & { readonly type: "DeleteApplication"; readonly applicationId: number })
  /* Consequences of events in other streams. */
  | { readonly type: "AcceptApplications"; readonly teamId: number; readonly applicantIds: readonly string[] }
  | { readonly type: "DropApplicant"; readonly applicantId: string };

type CommandOf<T extends ApplicationCommand["type"]> = Extract<ApplicationCommand, { type: T }>;

/** The rules of the applications in the stream of a recruitment (spec/wire-contract.md §6.8–6.10). */
export function decideApplication(command: ApplicationCommand, state: AppliedTo): ApplicationEvent[] {
  switch (command.type) {
    case "Apply":
      return apply(command, state);
    case "AcceptApplications":
      return accept(command, state);
    case "DropApplicant":
      return pendingOf(state)
        .filter(({ applicantId }) => applicantId === command.applicantId)
        .map((application) => ({
          type: "ApplicationWithdrawn",
          data: { recruitmentId: state.recruitmentId, ...application },
        }));
    default:
      return change(command, state);
  }
}

export const canMove = (state: AppliedTo, move: RecruitmentMove["type"]) =>
  canMoveRecruitment(state.phase, move, (state.teamId ?? state.reservedTeamId) !== null);

function apply(command: CommandOf<"Apply">, state: AppliedTo): ApplicationEvent[] {
  const { applicationId, callerId, body } = command;
  permits(state, command, command.type);
  if (!canMove(state, "APPLY")) throw new Refused("not-recruiting");
  if (applicantsOf(state).includes(callerId)) throw new Refused("already-applied");
  const data = { recruitmentId: state.recruitmentId, applicationId, applicantId: callerId, body };
  return [{ type: "ApplicationSubmitted", data }];
}

function change(
  command: CommandOf<"EditApplication" | "DeleteApplication">,
  state: AppliedTo,
): ApplicationEvent[] {
  const { applicationId, callerId, team } = command;
  const application = state.applications.get(applicationId);
  const isPending = application !== undefined && canMoveApplication(application.phase, "EDIT");
  // A team member counts as accepted, even if this stream does not contain that yet.
  if (!isFound(state, command) || !isPending || isMember(team, application.applicantId))
    throw new Refused("application-not-found");
  permitsChange(state, application, command, command.type);
  const { applicantId } = application;
  const data = { recruitmentId: state.recruitmentId, applicationId, applicantId };
  if (command.type === "EditApplication") {
    const { body } = command;
    return body === application.body ? [] : [{ type: "ApplicationEdited", data: { ...data, body } }];
  }
  if (applicantId === callerId) return [{ type: "ApplicationWithdrawn", data }];
  return [{ type: "ApplicationRemoved", data: { ...data, removedBy: callerId } }];
}

function accept(command: CommandOf<"AcceptApplications">, state: AppliedTo): ApplicationEvent[] {
  const { teamId, applicantIds } = command;
  const isItsTeam = state.teamId === teamId || state.reservedTeamId === teamId;
  // Also for a recruitment deleted meanwhile: the applicants are in the team.
  const admitted = pendingOf(state).filter(({ applicantId }) => applicantIds.includes(applicantId));
  if (!isItsTeam || admitted.length === 0) return [];
  const data = {
    recruitmentId: state.recruitmentId,
    teamId,
    applicationIds: admitted.map(({ applicationId }) => applicationId),
    applicantIds: admitted.map(({ applicantId }) => applicantId),
  };
  return [{ type: "ApplicationsAccepted", data }];
}

const phases: readonly ApplicationPhase[] = ["pending", "edited", "accepted", "withdrawn", "removed"];
/** Computed once from the machine: a recruitment can have thousands of applications. */
const openPhases = new Set(phases.filter((phase) => canMoveApplication(phase, "ACCEPT")));
const isOpen = ({ phase }: Application) => openPhases.has(phase);

/** Undecided applications, oldest first. */
const pendingOf = ({ applications }: AppliedTo) =>
  [...applications]
    .filter(([, application]) => isOpen(application))
    .map(([applicationId, { applicantId }]) => ({ applicationId, applicantId }));

export const applicantsOf = (state: AppliedTo) => pendingOf(state).map(({ applicantId }) => applicantId);

type Applications = AppliedTo["applications"];

function withChange(applications: Applications, id: number, change: Partial<Application>): Applications {
  const before = applications.get(id);
  return before ? new Map(applications).set(id, { ...before, body: null, ...change }) : applications;
}

export function evolveApplications(
  applications: Applications,
  { type, data }: RecruitmentEvent,
): Applications {
  switch (type) {
    case "ApplicationSubmitted": {
      const { applicationId, applicantId, body } = data;
      // A member may apply and withdraw thousands of times: ended applications are dropped with each new one.
      const open = [...applications].filter(([, application]) => isOpen(application));
      return new Map(open).set(applicationId, { applicantId, phase: "pending", body });
    }
    case "ApplicationEdited":
      return withChange(applications, data.applicationId, { phase: "edited", body: data.body });
    case "ApplicationWithdrawn":
      return withChange(applications, data.applicationId, { phase: "withdrawn" });
    case "ApplicationRemoved":
      return withChange(applications, data.applicationId, { phase: "removed" });
    case "ApplicationsAccepted":
      return data.applicationIds.reduce(
        (rest, id) => withChange(rest, id, { phase: "accepted" }),
        applications,
      );
    default:
      return applications;
  }
}
