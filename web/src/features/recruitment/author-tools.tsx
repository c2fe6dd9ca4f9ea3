import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router-dom";
import { limits } from "#contracts/limits";
import { deleteRecruitment, inviteApplicants, type RecruitmentDetail } from "#contracts/recruitment/api";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import type { Question } from "#web/ui/message-dialog.tsx";
import { useCommandOptions, useSetRecruiting } from "./commands.ts";
import type { Permissions } from "./permissions.ts";
import styles from "./recruitment.module.css";
import { Tool } from "./tool.tsx";

/** The author's buttons of a recruitment; each is shown only if its transition is allowed. */
export const AuthorTools = ({
  recruitment,
  may,
  onDeleting,
}: {
  recruitment: RecruitmentDetail;
  may: Permissions["may"];
  onDeleting: (isDeleting: boolean) => void;
}) => {
  const navigate = useNavigate();
  const { teamRecruitId: recruitId } = recruitment;
  const params = { recruitmentId: recruitId };
  const switching = useSetRecruiting(params.recruitmentId);
  const touched = useCommandOptions(recruitId);
  const { run } = useCommand(deleteRecruitment, {
    ...touched,
    confirm: { title: "정말로 삭제하시겠습니까?", yes: "삭제하기", danger: true },
    // The page does not fetch a recruitment that is being deleted.
    optimistic: () => {
      onDeleting(true);
      return () => {};
    },
    success: "팀 모집글이 삭제되었어요",
    failure: "팀 모집글 삭제 중 오류가 발생했어요",
  });
  const remove = async () => {
    if (await run({ params })) await navigate("/team-recruit/list", { replace: true });
    else onDeleting(false);
  };
  if (!may("EDIT")) return null;
  const isOpen = may("CLOSE");
  return (
    <span className={styles.detailTools}>
      {/* A single button for both actions, so that it keeps the focus. */}
      <Button
        look={isOpen ? "dangerSoft" : "soft"}
        size="small"
        pending={switching.isPending}
        onClick={() => void switching.run({ params, body: { isRecruiting: !isOpen } })}
      >
        {isOpen ? "모집중단" : "모집재개"}
      </Button>
      <Link
        className={styles.detailTool}
        to={`/team-recruit/posting?recruitId=${recruitId}`}
        state={{ recruitId }}
      >
        수정
      </Link>
      {may("DELETE") && (
        <button
          type="button"
          className={cx(styles.detailTool, styles.detailDanger)}
          onClick={() => void remove()}
        >
          삭제
        </button>
      )}
    </span>
  );
};

const words = {
  create: {
    title: "팀 생성하기",
    waiting: "신청자가 한 명 이상 있어야 팀을 만들 수 있어요. 조금만 더 기다려 볼까요?",
    ready: "기다리고 있는 신청자들과 지금 팀을 시작해 보세요.",
  },
  invite: {
    title: "팀에 초대하기",
    waiting: "신청자가 한 명 이상 있어야 초대할 수 있어요. 조금만 더 기다려 볼까요?",
    ready: "기다리고 있는 신청자 모두를 팀으로 초대해요.",
  },
} as const;
const tooMany = (seats: number) =>
  `자리가 ${seats}개여서 모두 함께할 수는 없어요. 신청자 목록에서 함께할 사람을 선택해 주세요.`;

/** The members that the team can still take; one of a new team is its leader. */
export const seatsOf = ({ applicationList }: RecruitmentDetail): number =>
  applicationList?.seats ?? limits.memberLimit - 1;

const AdmitBox = ({
  kind,
  applicants,
  seats,
  isPending = false,
  onAdmit,
}: {
  kind: keyof typeof words;
  applicants: number;
  seats: number;
  isPending?: boolean;
  onAdmit: () => void;
}) => {
  const { title, waiting, ready } = words[kind];
  return (
    <section className={`${styles.asideBox} ${styles.go}`} aria-label={title}>
      <h3>{title}</h3>
      <p>{applicants === 0 ? waiting : applicants > seats ? tooMany(seats) : ready}</p>
      <Button wide disabled={applicants === 0 && !isPending} pending={isPending} onClick={onAdmit}>
        {title}
      </Button>
    </section>
  );
};

/** Returns a function that asks, and goes on to the form for a team with some applicants (spec/ui.md §13.2). */
export function useCreateTeam(teamRecruitId: number) {
  const { confirm } = useDialogs();
  const navigate = useNavigate();
  return async (title: string, teamMemberUuids: readonly string[]) => {
    if (!(await confirm({ title, yes: "팀 생성하기" }))) return;
    await navigate(`/team-registration?recruitId=${teamRecruitId}`, {
      state: { teamMemberUuids, teamRecruitId },
    });
  };
}

/** Creates a team with all applicants. */
export function CreateTeamBox({ recruitment }: { recruitment: RecruitmentDetail }) {
  const { teamRecruitId, teamMemberUuids } = recruitment;
  const createTeam = useCreateTeam(teamRecruitId);
  const create = () => createTeam("신청자와 함께 팀을 생성하시겠어요?", teamMemberUuids);
  return (
    <AdmitBox
      kind="create"
      applicants={teamMemberUuids.length}
      seats={seatsOf(recruitment)}
      onAdmit={() => void create()}
    />
  );
}

/** Invites applicants into the linked team, all of the named or none (spec/wire-contract.md §6.7). */
export function useInviteApplicants(recruitId: number, texts: { confirm: Question; success: string }) {
  const client = useQueryClient();
  return useCommand(inviteApplicants, {
    ...useCommandOptions(recruitId),
    ...texts,
    onSuccess: () => client.invalidateQueries({ queryKey: ["my-teams"] }),
    failure: "신청자 초대 중 오류가 발생했어요",
  });
}

/** Invites all applicants. */
export function InviteBox({ recruitment, teamId }: { recruitment: RecruitmentDetail; teamId: number }) {
  const { teamRecruitId: recruitId, teamMemberUuids: memberUuids } = recruitment;
  const { run, isPending } = useInviteApplicants(recruitId, {
    confirm: { title: "신청자 모두를 팀에 초대하시겠어요?", yes: "초대하기" },
    success: "신청자들을 팀에 성공적으로 초대했어요",
  });
  return (
    <AdmitBox
      kind="invite"
      applicants={memberUuids.length}
      seats={seatsOf(recruitment)}
      isPending={isPending}
      onAdmit={() => void run({ body: { teamId, recruitId, memberUuids } })}
    />
  );
}

interface AcceptProps {
  readonly recruitmentId: number;
  readonly teamId: number;
  readonly uuid: string;
  readonly name: string;
  readonly nameId: string;
}

/** Invites one applicant. */
export function Accept({ recruitmentId: recruitId, teamId, uuid, name, nameId }: AcceptProps) {
  const { run, isPending } = useInviteApplicants(recruitId, {
    confirm: { title: `${name} 님을 팀에 초대하시겠어요?`, yes: "수락" },
    success: `${name} 님을 팀에 초대했어요`,
  });
  return (
    <Tool
      aria-describedby={nameId}
      disabled={isPending}
      onClick={() => void run({ body: { teamId, recruitId, memberUuids: [uuid] } })}
    >
      수락
    </Tool>
  );
}
