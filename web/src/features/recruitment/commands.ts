import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { allKey } from "#contracts/live";
import { deleteRecruitment, inviteApplicants, setRecruiting } from "#contracts/recruitment/api";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { detailQuery } from "./queries.ts";

/** What all commands on a recruitment refresh, and where they lead a former manager. */
export function useTouched(recruitmentId: number) {
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
