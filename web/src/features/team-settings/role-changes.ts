import { refusals } from "#contracts/errors";
import { limits } from "#contracts/limits";
import { canMove, type RoleMove } from "#contracts/machines/team-role";
import type { TeamMember } from "./queries.ts";

export type RoleChange = "coManager" | "delegate" | "demote" | "kick";

interface Words {
  readonly move: RoleMove["type"];
  /** Label in the list of choices; a kick has its own checkbox. */
  readonly label: string;
  /** Text after the name in the bar. */
  readonly bar: string;
  /** Question to confirm before the change; null for none. */
  readonly question: { readonly title: string; readonly yes: string } | null;
  /** What it means for the member of this name, below the question. */
  readonly meaning: (name: string) => string;
  readonly success: string;
  readonly failure: string;
}

/** The changes of the members screen with their texts (spec/ui.md §15.2). */
export const roleChanges: Readonly<Record<RoleChange, Words>> = {
  coManager: {
    move: "ADD_CO_MANAGER",
    label: "공동 방장으로 지정",
    bar: "님을 공동 방장으로",
    question: { title: "공동 방장으로 지정하시겠어요?", yes: "지정하기" },
    meaning: (name) => `${name} 님도 팀을 관리할 수 있어요.`,
    success: "공동 방장으로 지정되었습니다.",
    failure: "공동 방장으로 지정하는데 실패했습니다.",
  },
  delegate: {
    move: "RECEIVE_DELEGATION",
    label: "방장으로 위임",
    bar: "님에게 방장을 위임",
    question: { title: "방장을 위임하시겠어요?", yes: "위임하기" },
    meaning: (name) => `${name} 님이 방장이 되고, 나는 일반 회원이 돼요.\n내가 만든 초대 링크는 끝나요.`,
    success: "방장이 위임되었습니다.",
    failure: "방장으로 위임하는데 실패했습니다.",
  },
  demote: {
    move: "DEMOTE",
    label: "일반 회원으로 변경",
    bar: "님을 일반 회원으로",
    question: { title: "일반 회원으로 변경하시겠어요?", yes: "변경하기" },
    meaning: (name) => `${name} 님은 더는 팀을 관리할 수 없어요.\n${name} 님이 만든 초대 링크는 끝나요.`,
    success: "일반 회원으로 변경되었습니다.",
    failure: "일반 회원으로 변경하는데 실패했습니다.",
  },
  kick: {
    move: "KICK",
    label: "강퇴",
    bar: "님을 강퇴",
    question: null,
    meaning: () => "",
    success: "강퇴되었습니다.",
    failure: "강퇴하는데 실패했습니다.",
  },
};

export const tooManyManagers = refusals["too-many-managers"].message;

const allChanges = Object.keys(roleChanges) as RoleChange[];
const roleOf = ({ isTeamManager }: TeamMember) => (isTeamManager ? "manager" : "member");
/** The member list does not contain the limit, on which none of these moves depends. */
const sizeOf = (managers: number, members: readonly TeamMember[]) => ({
  managers,
  members: members.length,
  memberLimit: limits.memberLimit,
});

/** The changes that the member's role allows, assuming room for a manager. None for the caller. */
export function offeredChanges(
  member: TeamMember,
  members: readonly TeamMember[],
  own: string | null,
): readonly RoleChange[] {
  if (member.uuid === own) return [];
  const size = sizeOf(1, members);
  return allChanges.filter((change) => canMove(roleOf(member), roleChanges[change].move, size));
}

/** Whether an offered change is possible with the current number of managers. */
export function isPossible(change: RoleChange, member: TeamMember, members: readonly TeamMember[]): boolean {
  const managers = members.filter(({ isTeamManager }) => isTeamManager).length;
  return canMove(roleOf(member), roleChanges[change].move, sizeOf(managers, members));
}

/** The change that is being prepared. */
export interface Selection {
  readonly uuid: string;
  readonly change: RoleChange;
  /** As typed; may be empty. */
  readonly reason: string;
}

/** Choosing another row or change replaces the previous one; the reason is kept for the same member. */
export const chosen = (
  before: Pick<Selection, "uuid" | "reason"> | null,
  uuid: string,
  change: RoleChange,
): Selection => ({
  uuid,
  change,
  reason: before?.uuid === uuid ? before.reason : "",
});

/** The selection if the current list still offers it, otherwise null. */
export function stillOffered(
  selection: Selection | null,
  members: readonly TeamMember[],
  own: string | null,
): Selection | null {
  const member = members.find(({ uuid }) => uuid === selection?.uuid);
  const isOffered = selection && member && offeredChanges(member, members, own).includes(selection.change);
  return isOffered ? selection : null;
}
