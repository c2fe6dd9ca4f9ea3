import {
  type ApplicationMove,
  type ApplicationPhase,
  canMoveApplication,
  canMoveRecruitment,
  type RecruitmentMove,
  type RecruitmentPhase,
} from "#contracts/machines/recruitment";
import type { RecruitmentEvent } from "#contracts/recruitment/events";
import type { Roster } from "../platform/lookups/roster.ts";

export interface RecruitmentText {
  readonly title: string | null;
  readonly body: string | null;
  readonly contact: string | null;
  readonly imageUrl: string | null;
}

interface Application {
  readonly applicantId: string;
  readonly phase: ApplicationPhase;
  readonly body: string | null;
}

export interface RecruitmentState {
  readonly phase: RecruitmentPhase;
  readonly recruitmentId: number;
  readonly authorId: string;
  readonly text: RecruitmentText;
  readonly revision: number;
  readonly teamId: number | null;
  /** The team that is about to be made, or has just been made, from this recruitment. */
  readonly reservedTeamId: number | null;
  /** By application id, in the order of arrival; none that ended before the last one came. */
  readonly applications: ReadonlyMap<number, Application>;
}

/** Who asks, and what other streams say: the people of the linked team, and whether the writer has withdrawn. */
export interface ByCaller {
  readonly callerId: string;
  readonly team: Roster;
  readonly isAuthorGone: boolean;
}

const noText: RecruitmentText = { title: null, body: null, contact: null, imageUrl: null };

export const noRecruitment: RecruitmentState = {
  phase: "absent",
  recruitmentId: 0,
  authorId: "",
  text: noText,
  revision: 0,
  teamId: null,
  reservedTeamId: null,
  applications: new Map(),
};

export const isLive = ({ phase }: RecruitmentState) => phase === "recruiting" || phase === "closed";

export const canMove = (state: RecruitmentState, move: RecruitmentMove["type"]) =>
  canMoveRecruitment(state.phase, move, (state.teamId ?? state.reservedTeamId) !== null);

const phases: readonly ApplicationPhase[] = ["pending", "edited", "accepted", "withdrawn", "removed"];
const openPhases = new Set(phases.filter((phase) => canMoveApplication(phase, "ACCEPT")));
const isOpen = ({ phase }: Application) => openPhases.has(phase);

/** Applications that nobody has answered, oldest first. */
export function pendingOf(state: RecruitmentState): { applicationId: number; applicantId: string }[] {
  return [...state.applications]
    .filter(([, application]) => isOpen(application))
    .map(([applicationId, { applicantId }]) => ({ applicationId, applicantId }));
}

export const applicantsOf = (state: RecruitmentState) =>
  pendingOf(state).map(({ applicantId }) => applicantId);

const textOf = ({ title, body, contact, imageUrl }: RecruitmentText): RecruitmentText => ({
  title,
  body,
  contact,
  imageUrl,
});

export function evolve(state: RecruitmentState, { type, data }: RecruitmentEvent): RecruitmentState {
  switch (type) {
    case "RecruitmentPosted": {
      const { recruitmentId, authorId, teamId, revision } = data;
      return { ...state, phase: "recruiting", recruitmentId, authorId, teamId, revision, text: textOf(data) };
    }
    case "RecruitmentEdited":
      return { ...state, text: textOf(data), revision: data.revision };
    case "RecruitmentClosed":
      return { ...state, phase: "closed" };
    case "RecruitmentResumed":
      return { ...state, phase: "recruiting" };
    case "RecruitmentDeleted":
      return { ...state, phase: "deleted" };
    case "TeamReserved":
      return { ...state, reservedTeamId: data.teamId };
    case "TeamLinked":
      return { ...state, teamId: data.teamId };
    case "ApplicationSubmitted":
      return withApplication(withoutEnded(state), data.applicationId, {
        applicantId: data.applicantId,
        phase: "pending",
        body: data.body,
      });
    case "ApplicationEdited":
      return moved(state, data.applicationId, "edited", data.body);
    case "ApplicationWithdrawn":
      return moved(state, data.applicationId, "withdrawn");
    case "ApplicationRemoved":
      return moved(state, data.applicationId, "removed");
    case "ApplicationsAccepted":
      return data.applicationIds.reduce((folded, id) => moved(folded, id, "accepted"), state);
    default:
      return state;
  }
}

/** Somebody may apply and withdraw thousands of times: nothing asks for what is over once there is something newer. */
const withoutEnded = (state: RecruitmentState): RecruitmentState => ({
  ...state,
  applications: new Map([...state.applications].filter(([, application]) => isOpen(application))),
});

const withApplication = (state: RecruitmentState, id: number, application: Application) => ({
  ...state,
  applications: new Map(state.applications).set(id, application),
});

function moved(
  state: RecruitmentState,
  id: number,
  phase: ApplicationPhase,
  body: string | null = null,
): RecruitmentState {
  const before = state.applications.get(id);
  return before ? withApplication(state, id, { ...before, phase, body }) : state;
}

/** The application with this id, if it allows the move. */
export function applicationFor(
  state: RecruitmentState,
  applicationId: number,
  move: ApplicationMove["type"],
): Application | undefined {
  const application = state.applications.get(applicationId);
  return application && canMoveApplication(application.phase, move) ? application : undefined;
}
