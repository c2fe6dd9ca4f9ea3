export const loadingText = "정보를 가져오는 중…";
export const teamFailed = "최신 팀 상태 조회에 실패했습니다";
export const teamRefreshFailed = "팀 정보의 최신 상태 업데이트를 실패했습니다";
export const teamGone = "팀이 삭제되었어요";
export const articlesFailed = "최신 게시글 조회에 실패했습니다.";

/** Drops the seconds: `2025-09-03 21:07:45` becomes `2025-09-03 21:07` (spec/ui.md §18). */
export const withoutSeconds = (createdDate: string): string => createdDate.slice(0, -3);

export const deleteQuestion = {
  title: "게시글을 삭제하시겠습니까?",
  text: "삭제한 게시글은 복구되지 않아요.",
  yes: "삭제하기",
  danger: true,
} as const;
