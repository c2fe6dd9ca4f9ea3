import { useQueryClient } from "@tanstack/react-query";
import { applyToRecruitment, deleteApplication, editApplication } from "#contracts/application/api";
import { allKey } from "#contracts/live";
import {
  deleteRecruitment,
  inviteApplicants,
  type RecruitmentDetail,
  setRecruiting,
} from "#contracts/recruitment/api";
import { call } from "#web/lib/calls/api.ts";
import { type Deed, questions } from "./deeds.ts";
import { detailQuery } from "./queries.ts";

/** Applies with a text (spec/wire-contract.md §6.8). */
export const applying = (recruitmentId: number, teamApplyBody: string): Deed => ({
  name: "apply",
  content: teamApplyBody,
  call: (idempotencyKey) =>
    call(applyToRecruitment, { body: { recruitmentId, teamApplyBody }, idempotencyKey }),
});

/** Saves the changed text of an own application (§6.9). */
export const editing = (applyId: number, teamApplyBody: string): Deed => ({
  name: "edit",
  content: `${applyId} ${teamApplyBody}`,
  question: questions.edit,
  call: (idempotencyKey) =>
    call(editApplication, { params: { applyId }, body: { teamApplyBody }, idempotencyKey }),
});

/** Takes an own application back, or removes somebody else's (§6.10). */
export const dropping = (name: "withdraw" | "remove", applyId: number): Deed => ({
  name,
  content: String(applyId),
  question: questions[name],
  call: (idempotencyKey) => call(deleteApplication, { params: { applyId }, idempotencyKey }),
});

/** Stops or resumes recruiting (§6.5). */
export const switching = (recruitmentId: number, isRecruiting: boolean): Deed => ({
  name: "recruiting",
  content: String(isRecruiting),
  call: (idempotencyKey) =>
    call(setRecruiting, { params: { recruitmentId }, body: { isRecruiting }, idempotencyKey }),
});

/** Takes everybody who waits into the linked team, all or none (§6.7). */
export const inviting = (recruitId: number, teamId: number, memberUuids: string[]): Deed => ({
  name: "invite",
  content: memberUuids.join(),
  question: questions.invite,
  call: (idempotencyKey) =>
    call(inviteApplicants, { body: { teamId, recruitId, memberUuids }, idempotencyKey }),
});

/** Deletes the recruitment with its applications (§6.6). */
export const deleting = ({ teamRecruitId: recruitmentId }: RecruitmentDetail): Deed => ({
  name: "delete",
  content: String(recruitmentId),
  question: questions.delete,
  call: (idempotencyKey) => call(deleteRecruitment, { params: { recruitmentId }, idempotencyKey }),
});

/** Fetches again what a change touches; failures show in the queries themselves. */
export function useRefresh(recruitmentId: number) {
  const client = useQueryClient();
  const again = (...queryKey: string[]) => client.invalidateQueries({ queryKey });
  return {
    detail: () => again("recruitment-detail", String(recruitmentId)),
    board: () => again("recruitment-board", allKey),
    mine: () => again("my-applications"),
    /** Shows the recruitment as open or closed already; a fetch on its way would only bring the former state back. */
    foreseeRecruiting: (isRecruiting: boolean) => () => {
      const { queryKey } = detailQuery(recruitmentId);
      const put = (next: boolean) =>
        client.setQueryData(queryKey, (shown) => shown && { ...shown, isRecruiting: next });
      void client.cancelQueries({ queryKey });
      put(isRecruiting);
      return () => void put(!isRecruiting);
    },
    teams: () => again("my-teams"),
  };
}
