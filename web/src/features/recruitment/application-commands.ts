import { applyToRecruitment, deleteApplication, editApplication } from "#contracts/application/api";
import { useCommand } from "#web/lib/calls/use-command.ts";
import type { Question } from "#web/ui/asked-dialog.tsx";
import { useTouched } from "./commands.ts";

export const blankApplication = "신청 내용을 입력해주세요.";

/** Applies with a text (spec/wire-contract.md §6.8). */
export const useApply = (recruitmentId: number, onSuccess: () => void) =>
  useCommand(applyToRecruitment, {
    ...useTouched(recruitmentId),
    onSuccess,
    success: "가입 신청을 완료했어요",
    failure: "가입 신청 중 오류가 발생했어요",
  });

/** Saves the edited text of an own application (§6.9). */
export const useEditApplication = (recruitmentId: number, onSuccess: () => void) =>
  useCommand(editApplication, {
    ...useTouched(recruitmentId),
    confirm: { title: "수정된 내용을 저장하시겠어요?", yes: "저장하기" },
    onSuccess,
    success: "신청글이 수정되었어요",
    failure: "신청글 수정 중 오류가 발생했어요.",
  });

const deletions = {
  withdraw: {
    confirm: { title: "신청글을 삭제하시겠어요?", yes: "삭제하기", danger: true },
    success: "팀 지원글이 삭제되었어요",
    failure: "팀 지원글 삭제 중 오류가 발생했어요",
  },
  remove: {
    confirm: { title: "해당 사용자를 내보내시겠어요?", yes: "내보내기", danger: true },
    success: "내보내기가 완료되었어요",
    failure: "사용자 내보내기 중 오류가 발생했어요",
  },
} satisfies Record<string, { confirm: Question; success: string; failure: string }>;

/** Withdraws an own application, or removes another member's (§6.10). */
export const useDeleteApplication = (recruitmentId: number, how: keyof typeof deletions) =>
  useCommand(deleteApplication, { ...useTouched(recruitmentId), ...deletions[how] });
