import { Refused } from "#contracts/errors";
import type { RecruitmentEvent } from "#contracts/recruitment/events";
import { isManager, isMember } from "../platform/lookups/roster.ts";
import {
  applicantsOf,
  applicationFor,
  type ByCaller,
  canMove,
  isLive,
  type RecruitmentState,
} from "./state.ts";

export type ApplicationCommand =
  | (ByCaller & { readonly type: "Apply"; readonly applicationId: number; readonly body: string })
  | (ByCaller & { readonly type: "EditApplication"; readonly applicationId: number; readonly body: string })
  | (ByCaller & { readonly type: "DeleteApplication"; readonly applicationId: number });

/** spec/wire-contract.md §6.8–6.10 */
export function decideApplication(command: ApplicationCommand, state: RecruitmentState): RecruitmentEvent[] {
  const isThere = isLive(state) && !command.isAuthorGone && command.team.phase !== "deleted";
  if (command.type === "Apply") {
    if (!isThere) throw new Refused("recruitment-not-found");
    return apply(command, state);
  }
  const { applicationId, callerId, team } = command;
  const application = applicationFor(state, applicationId, "EDIT");
  if (!isThere || !application) throw new Refused("application-not-found");
  const { applicantId } = application;
  // Whoever is in the team is accepted, though this stream may not have been told yet.
  if (isMember(team, applicantId)) throw new Refused("application-not-found");
  const data = { recruitmentId: state.recruitmentId, applicationId, applicantId };
  const isOwn = applicantId === callerId;
  if (command.type === "EditApplication") {
    if (!isOwn) throw new Refused("application-not-editable");
    const { body } = command;
    return body === application.body ? [] : [{ type: "ApplicationEdited", data: { ...data, body } }];
  }
  if (isOwn) return [{ type: "ApplicationWithdrawn", data }];
  if (state.authorId !== callerId && !isManager(team, callerId))
    throw new Refused("application-not-deletable");
  return [{ type: "ApplicationRemoved", data: { ...data, removedBy: callerId } }];
}

function apply(
  { applicationId, callerId, team, body }: Extract<ApplicationCommand, { type: "Apply" }>,
  state: RecruitmentState,
): RecruitmentEvent[] {
  if (state.authorId === callerId) throw new Refused("own-recruitment");
  if (isMember(team, callerId)) throw new Refused("already-joined");
  if (!canMove(state, "APPLY")) throw new Refused("not-recruiting");
  if (applicantsOf(state).includes(callerId)) throw new Refused("already-applied");
  const data = { recruitmentId: state.recruitmentId, applicationId, applicantId: callerId, body };
  return [{ type: "ApplicationSubmitted", data }];
}
