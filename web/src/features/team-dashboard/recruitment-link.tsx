import { Link, useNavigate } from "react-router-dom";
import type { Team } from "#contracts/team/api";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Managers' way to the recruitment of their team; without one they are asked whether to write it (spec/ui.md §10). */
export function RecruitmentLink({ team, className }: { team: Team; className: string | undefined }) {
  const { confirm } = useDialogs();
  const navigate = useNavigate();
  const { teamId, teamRecruitId } = team;
  const label = (
    <>
      <Icon name="flag" />
      모집글
    </>
  );
  if (teamRecruitId !== null)
    return (
      <Link className={className} to={`/team-recruit/detail/${teamRecruitId}`}>
        {label}
      </Link>
    );
  const write = async () => {
    const question = {
      title: "현재 모집글이 없습니다.",
      text: "새로 작성하시겠어요?",
      yes: "작성하기",
      no: "취소",
    };
    if (!(await confirm(question))) return;
    await navigate(`/team-recruit/posting?teamId=${teamId}`, { state: { teamId } });
  };
  return (
    <button type="button" className={className} onClick={write}>
      {label}
    </button>
  );
}
