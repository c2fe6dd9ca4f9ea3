import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { applyToRecruitment, deleteApplication, editApplication } from "#contracts/application/api";
import { allKey } from "#contracts/live";
import { deleteRecruitment, inviteApplicants, setRecruiting } from "#contracts/recruitment/api";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { detailQuery } from "./queries.ts";

/** Asked and shown around the commands: spec/ui.md §13.2. */
export const blankApplication = "신청 내용을 입력해주세요.";

/** What all commands on a recruitment have in common: what they touch, and where a former manager is led. */
function useTouched(recruitmentId: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const again = (...queryKey: string[]) => client.invalidateQueries({ queryKey });
  return {
    refresh: () =>
      Promise.all([
        again("recruitment-detail", String(recruitmentId)),
        again("recruitment-board", allKey),
        again("my-applications"),
      ]),
    onNoManager: () => navigate("/team-list"),
  };
}

/** Applies with a text (spec/wire-contract.md §6.8). */
export const useApply = (recruitmentId: number, onSuccess: () => void) =>
  useCommand(applyToRecruitment, {
    ...useTouched(recruitmentId),
    onSuccess,
    success: "가입 신청을 완료했어요",
    failure: "가입 신청 중 오류가 발생했어요",
  });

/** Saves the changed text of an own application (§6.9). */
export const useEditApplication = (recruitmentId: number, onSuccess: () => void) =>
  useCommand(editApplication, {
    ...useTouched(recruitmentId),
    confirm: { title: "수정된 내용을 저장하시겠어요?", yes: "저장하기" },
    onSuccess,
    success: "신청글이 수정되었어요",
    failure: "신청글 수정 중 오류가 발생했어요.",
  });

/** Withdraws an own application (§6.10). */
export const useWithdrawApplication = (recruitmentId: number) =>
  useCommand(deleteApplication, {
    ...useTouched(recruitmentId),
    confirm: { title: "신청글을 삭제하시겠어요?", yes: "삭제하기", danger: true },
    success: "팀 지원글이 삭제되었어요",
    failure: "팀 지원글 삭제 중 오류가 발생했어요",
  });

/** Removes another member's application (§6.10). */
export const useRemoveApplication = (recruitmentId: number) =>
  useCommand(deleteApplication, {
    ...useTouched(recruitmentId),
    confirm: { title: "해당 사용자를 내보내시겠어요?", yes: "내보내기", danger: true },
    success: "내보내기가 완료되었어요",
    failure: "사용자 내보내기 중 오류가 발생했어요",
  });

/** Stops or resumes recruiting (§6.5); shown at once, a fetch on its way would bring the former state back. */
export function useSetRecruiting(recruitmentId: number) {
  const client = useQueryClient();
  const { queryKey } = detailQuery(recruitmentId);
  const put = (isRecruiting: boolean) =>
    void client.setQueryData(queryKey, (shown) => shown && { ...shown, isRecruiting });
  return useCommand(setRecruiting, {
    ...useTouched(recruitmentId),
    optimistic: ({ body: { isRecruiting } }) => {
      void client.cancelQueries({ queryKey });
      put(isRecruiting);
      return () => put(!isRecruiting);
    },
    success: "모집 상태가 변경되었습니다.",
    failure: "모집 상태 변경 중 오류가 발생했습니다.",
  });
}

/** Takes all pending applicants into the linked team, all or none (§6.7). */
export function useInvite(recruitmentId: number) {
  const client = useQueryClient();
  return useCommand(inviteApplicants, {
    ...useTouched(recruitmentId),
    confirm: { title: "신청자 모두를 팀에 초대하시겠어요?", yes: "초대하기" },
    onSuccess: () => client.invalidateQueries({ queryKey: ["my-teams"] }),
    success: "신청자들을 팀에 성공적으로 초대했어요",
    failure: "신청자 초대 중 오류가 발생했어요",
  });
}

/** Deletes the recruitment with its applications (§6.6). While it is deleted the page does not fetch it. */
export function useDeleteRecruitment(onDeleting: (isDeleting: boolean) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCommand(deleteRecruitment, {
    confirm: { title: "정말로 삭제하시겠습니까?", yes: "삭제하기", danger: true },
    optimistic: () => {
      onDeleting(true);
      return () => {};
    },
    refresh: () => client.invalidateQueries({ queryKey: ["recruitment-board", allKey] }),
    success: "팀 모집글이 삭제되었어요",
    failure: "팀 모집글 삭제 중 오류가 발생했어요",
    onNoManager: () => navigate("/team-list"),
  });
}
