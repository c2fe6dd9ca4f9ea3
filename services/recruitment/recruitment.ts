import { type RefusalCode, Refused } from "#contracts/errors";
import type { RecruitmentEvent } from "#contracts/recruitment/events";
import type { Decider } from "../platform/decider.ts";
import { type BodyText, nextPicture } from "../platform/html/picture-of-body.ts";
import {
  type ApplicationCommand,
  type AppliedTo,
  applicantsOf,
  canMove,
  decideApplication,
  evolveApplications,
} from "./application.ts";
import { type ByCaller, isLive, permits } from "./permits.ts";

export interface RecruitmentText {
  readonly title: string | null;
  readonly body: string | null;
  readonly contact: string | null;
  readonly imageUrl: string | null;
}

export interface RecruitmentState extends AppliedTo {
  readonly text: RecruitmentText;
  readonly revision: number;
}

type AuthorCommand =
  | (ByCaller & {
      readonly type: "EditRecruitment";
      readonly ifMatch: number | undefined;
      readonly title: string | undefined;
      readonly body: BodyText | undefined;
      readonly contact: string | undefined;
      /** Of a newly uploaded picture. */
      readonly imageUrl: string | undefined;
    })
  | (ByCaller & { readonly type: "SetRecruiting"; readonly isRecruiting: boolean })
  | (ByCaller & { readonly type: "DeleteRecruitment" })
  | (ByCaller & {
      readonly type: "ReserveTeam";
      readonly teamId: number;
      /** Whether another team that has reserved it exists. */
      readonly isTaken: boolean;
    });

export type RecruitmentCommand =
  | ({
      readonly type: "PostRecruitment";
      readonly recruitmentId: number;
      readonly authorId: string;
      readonly teamId: number | null;
    } & RecruitmentText)
  | AuthorCommand
  | ApplicationCommand
  /* Consequences of events in other streams. */
  | { readonly type: "LinkTeam"; readonly teamId: number }
  /** Ends it with its team or its author, or because it was never posted. */
  | {
      readonly type: "DropRecruitment";
      readonly recruitmentId: number;
      readonly because: "team-deleted" | "author-withdrawn" | "never-posted";
      /** The deleted team. */
      readonly teamId: number | null;
    };

/** The rules of a recruitment and its applications (spec/wire-contract.md §6). */
export const recruitment: Decider<RecruitmentState, RecruitmentCommand, RecruitmentEvent> = {
  initial: {
    phase: "absent",
    recruitmentId: 0,
    authorId: "",
    text: { title: null, body: null, contact: null, imageUrl: null },
    revision: 0,
    teamId: null,
    reservedTeamId: null,
    applications: new Map(),
  },
  lastOf: [{ types: ["RecruitmentEdited"], count: 1 }],
  evolve: (state, event) => ({
    ...evolveRecruitment(state, event),
    applications: evolveApplications(state.applications, event),
  }),

  decide(command, state) {
    switch (command.type) {
      case "PostRecruitment":
        return post(command, state);
      case "LinkTeam":
        return link(command.teamId, state);
      case "DropRecruitment":
        return drop(command, state);
      case "Apply":
      case "EditApplication":
      case "DeleteApplication":
      case "AcceptApplications":
      case "DropApplicant":
        return decideApplication(command, state);
      default:
        return decideAuthor(command, state);
    }
  },
};

type CommandOf<T extends RecruitmentCommand["type"]> = Extract<RecruitmentCommand, { type: T }>;

function post(command: CommandOf<"PostRecruitment">, state: RecruitmentState): RecruitmentEvent[] {
  // Another recruitment has taken the team's reservation meanwhile and closed this stream before it began.
  demand(canMove(state, "POST"), "recruitment-exists");
  const { recruitmentId, authorId, teamId } = command;
  const data = { recruitmentId, authorId, teamId, ...textOf(command), revision: 1 };
  return [{ type: "RecruitmentPosted", data }];
}

function decideAuthor(command: AuthorCommand, state: RecruitmentState): RecruitmentEvent[] {
  permits(state, command, command.type);
  switch (command.type) {
    case "EditRecruitment":
      return edit(command, state);
    case "SetRecruiting":
      return setRecruiting(command, state);
    case "DeleteRecruitment":
      return [deleted(state.recruitmentId, state)];
    case "ReserveTeam":
      return reserve(command, state);
  }
}

function edit(command: CommandOf<"EditRecruitment">, state: RecruitmentState): RecruitmentEvent[] {
  demand(command.ifMatch === undefined || command.ifMatch === state.revision, "stale-revision");
  const { text, recruitmentId, authorId } = state;
  const next = {
    title: command.title ?? text.title,
    body: command.body?.html ?? text.body,
    contact: command.contact ?? text.contact,
    imageUrl: nextPicture(text.imageUrl, command.imageUrl, command.body),
  };
  const isSame = (Object.keys(next) as (keyof RecruitmentText)[]).every(
    (field) => next[field] === text[field],
  );
  if (isSame) return [];
  const data = { recruitmentId, authorId, ...next, revision: state.revision + 1, editedBy: command.callerId };
  return [{ type: "RecruitmentEdited", data }];
}

function setRecruiting(
  { isRecruiting, callerId }: CommandOf<"SetRecruiting">,
  state: RecruitmentState,
): RecruitmentEvent[] {
  if (!canMove(state, isRecruiting ? "RESUME" : "CLOSE")) return [];
  const { recruitmentId } = state;
  const data = { recruitmentId, changedBy: callerId, applicantIds: applicantsOf(state) };
  return [{ type: isRecruiting ? "RecruitmentResumed" : "RecruitmentClosed", data }];
}

const deleted = (recruitmentId: number, state: RecruitmentState): RecruitmentEvent => ({
  type: "RecruitmentDeleted",
  data: { recruitmentId, teamId: state.teamId, applicantIds: applicantsOf(state) },
});

function drop(command: CommandOf<"DropRecruitment">, state: RecruitmentState): RecruitmentEvent[] {
  const { recruitmentId, because, teamId } = command;
  const isMeant = {
    "team-deleted": isLive(state) && state.teamId === teamId,
    "author-withdrawn": isLive(state),
    "never-posted": state.phase === "absent",
  };
  return isMeant[because] ? [deleted(recruitmentId, state)] : [];
}

function reserve({ teamId, isTaken }: CommandOf<"ReserveTeam">, state: RecruitmentState): RecruitmentEvent[] {
  demand(state.teamId === null && !isTaken, "recruitment-has-team");
  if (state.reservedTeamId === teamId) return [];
  return [{ type: "TeamReserved", data: { recruitmentId: state.recruitmentId, teamId } }];
}

function link(teamId: number, state: RecruitmentState): RecruitmentEvent[] {
  if (!isLive(state) || state.teamId !== null || state.reservedTeamId !== teamId) return [];
  const { recruitmentId } = state;
  return [{ type: "TeamLinked", data: { recruitmentId, teamId, applicantIds: applicantsOf(state) } }];
}

function demand(isAllowed: boolean, otherwise: RefusalCode): void {
  if (!isAllowed) throw new Refused(otherwise);
}

const textOf = ({ title, body, contact, imageUrl }: RecruitmentText): RecruitmentText => ({
  title,
  body,
  contact,
  imageUrl,
});

function evolveRecruitment(state: RecruitmentState, { type, data }: RecruitmentEvent): RecruitmentState {
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
