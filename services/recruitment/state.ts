import type { ApplicationPhase } from "#contracts/machines/application";
import {
  canMoveRecruitment,
  type RecruitmentMove,
  type RecruitmentPhase,
} from "#contracts/machines/recruitment";
import type { RecruitmentEvent } from "#contracts/recruitment/events";
import type { Roster } from "../team/facts.ts";

export interface RecruitmentText {
  readonly title: string | null;
  readonly body: string | null;
  readonly contact: string | null;
  readonly imageUrl: string | null;
}

export interface Application {
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
  /** The team that is being, or has just been, created from this recruitment. */
  readonly reservedTeamId: number | null;
  /** By application id, in the order of arrival, without those that had ended when the last one arrived. */
  readonly applications: ReadonlyMap<number, Application>;
}

/** The caller, and what other streams say: the members of the linked team, and whether the author has withdrawn. */
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

const textOf = ({ title, body, contact, imageUrl }: RecruitmentText): RecruitmentText => ({
  title,
  body,
  contact,
  imageUrl,
});

export function evolveRecruitment(
  state: RecruitmentState,
  { type, data }: RecruitmentEvent,
): RecruitmentState {
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
    default:
      return state;
  }
}
