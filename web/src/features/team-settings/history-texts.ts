import type { Role, RoleAction, RoleHistoryEntry } from "#contracts/membership/api";

/** The texts of spec/ui.md §15.2. */
export const actionLabels: Readonly<Record<RoleAction, string>> = {
  CREATED: "팀 생성",
  JOINED: "가입",
  INVITED: "초대",
  LEFT: "나가기",
  KICKED: "강퇴",
  CO_MANAGER_ADDED: "공동 방장 지정",
  MANAGER_DELEGATED: "방장 위임",
  DEMOTED: "일반 회원 변경",
  SUCCEEDED: "방장 승계",
  WITHDRAWN: "계정 탈퇴",
};

const roleLabels: Readonly<Record<Role, string>> = { MANAGER: "방장", MEMBER: "일반 회원" };

export const roleLabel = (role: Role | null): string => (role === null ? "없음" : roleLabels[role]);

export const actorName = ({ actor }: RoleHistoryEntry): string => actor?.memberName ?? "시스템";

/** Whether actor and target are the same member, whom the sentence then names once. */
export const isOwnDoing = ({ actor, target }: RoleHistoryEntry): boolean => actor?.uuid === target.uuid;

/** `up` for becoming a manager, `out` for leaving the team, `plain` for everything else. */
export function toneOf({ after }: RoleHistoryEntry): "up" | "out" | "plain" {
  if (after === null) return "out";
  return after === "MANAGER" ? "up" : "plain";
}

/** `2025-09-03 21:07` in Seoul time, as the server sends it. */
export const minuteOf = (occurredAt: string): string => occurredAt.slice(0, 16).replace("T", " ");

/** The whole entry as one sentence for screen readers, which convey neither arrows nor the highlight. */
export function sentenceOf(entry: RoleHistoryEntry): string {
  const { action, actor, target, before, after } = entry;
  const who = `${target.memberName} 님이`;
  if (action === "CREATED") return `${who} 팀을 만들었어요`;
  if (action === "JOINED") return `${who} 팀에 들어왔어요`;
  if (action === "LEFT") return `${who} 팀을 나갔어요`;
  if (action === "WITHDRAWN") return `${who} 계정을 탈퇴했어요`;
  const change = `${roleLabel(before)}에서 ${roleLabel(after)}으로`;
  if (actor === null || isOwnDoing(entry)) return `${who} ${change} 바뀌었어요`;
  const whom = `${actor.memberName} 님이 ${target.memberName} 님을`;
  if (action === "INVITED") return `${whom} 팀에 초대했어요`;
  if (action === "KICKED") return `${whom} 팀에서 내보냈어요`;
  return `${whom} ${change} 바꿨어요`;
}
