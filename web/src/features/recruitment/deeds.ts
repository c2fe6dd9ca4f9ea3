import type { Question } from "#web/ui/asked.ts";

/** A call that a person asks for, with what is asked before and said after it. */
export interface Deed {
  readonly name: "apply" | "edit" | "withdraw" | "remove" | "invite" | "delete" | "recruiting";
  /** Two calls of the same content are one, when the first got no answer. */
  readonly content: string;
  readonly question?: Question;
  /** Shows the outcome before the answer comes, where it is easily undone. Returns how to take that back. */
  readonly foresee?: () => () => void;
  readonly call: (idempotencyKey: string) => Promise<unknown>;
}

/** spec/ui.md §13.2; below the failure stands what the server says. */
export const results: Record<Deed["name"], { readonly done: string; readonly failed: string }> = {
  apply: { done: "가입 신청을 완료했어요", failed: "가입 신청 중 오류가 발생했어요" },
  edit: { done: "신청글이 수정되었어요", failed: "신청글 수정 중 오류가 발생했어요." },
  withdraw: { done: "팀 지원글이 삭제되었어요", failed: "팀 지원글 삭제 중 오류가 발생했어요" },
  remove: { done: "내보내기가 완료되었어요", failed: "사용자 내보내기 중 오류가 발생했어요" },
  invite: { done: "신청자들을 팀에 성공적으로 초대했어요", failed: "신청자 초대 중 오류가 발생했어요" },
  delete: { done: "팀 모집글이 삭제되었어요", failed: "팀 모집글 삭제 중 오류가 발생했어요" },
  recruiting: {
    done: "모집 상태가 변경되었습니다.",
    failed: "모집 상태 변경 중 오류가 발생했습니다.",
  },
};

export const questions = {
  delete: { title: "정말로 삭제하시겠습니까?", yes: "삭제하기", danger: true },
  remove: { title: "해당 사용자를 내보내시겠어요?", yes: "내보내기", danger: true },
  edit: { title: "수정된 내용을 저장하시겠어요?", yes: "저장하기" },
  withdraw: { title: "신청글을 삭제하시겠어요?", yes: "삭제하기", danger: true },
  createTeam: { title: "신청자와 함께 팀을 생성하시겠어요?", yes: "팀 생성하기" },
  invite: { title: "신청자 모두를 팀에 초대하시겠어요?", yes: "초대하기" },
} as const satisfies Record<string, Question>;

export const blankApplication = "신청 내용을 입력해주세요.";
