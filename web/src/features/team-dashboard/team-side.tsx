import { Link, useNavigate } from "react-router-dom";
import type { Team } from "#contracts/team/api";
import { Avatars } from "#web/ui/avatar.tsx";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import styles from "./team-side.module.css";

/** The left side: who this team is (spec/ui.md §10). Managers also get their links. */
export function TeamSide({ team, isManager }: { team: Team; isManager: boolean }) {
  const people = team.members.map((member) => ({ name: member.memberName, src: member.imageUrl }));
  return (
    <aside className={styles.side} aria-label="팀 정보">
      <TeamPicture teamId={team.teamId} src={team.imageUrl} shape="box" className={styles.cover} />
      <div className={styles.title}>
        <h2 className={styles.name}>{team.teamName}</h2>
        <p className={styles.meta}>
          <Tag category={team.topic} />
          <span>since {team.createdAt}</span>
        </p>
      </div>
      {team.teamExplain && <p className={styles.text}>{team.teamExplain}</p>}
      <div className={styles.people}>
        <b>{team.memberCount} members</b>
        <Avatars people={people} total={team.memberCount} size={32} label={`팀원 ${team.memberCount}명`} />
      </div>
      {isManager && (
        <nav className={styles.links} aria-label="팀 관리">
          <Link className={styles.link} to={`/team-admin/${team.teamId}`}>
            <Icon name="doc" />
            게시글 관리
          </Link>
          <Link className={styles.link} to={`/team-setting/team/${team.teamId}`}>
            <Icon name="sliders" />팀 설정
          </Link>
          <RecruitmentLink team={team} />
        </nav>
      )}
    </aside>
  );
}

/** Managers' way to the recruitment of their team; without one they are asked whether to write it (spec/ui.md §10). */
function RecruitmentLink({ team: { teamId, teamRecruitId } }: { team: Team }) {
  const { confirm } = useDialogs();
  const navigate = useNavigate();
  const label = (
    <>
      <Icon name="flag" />
      모집글
    </>
  );
  if (teamRecruitId !== null)
    return (
      <Link className={styles.link} to={`/team-recruit/detail/${teamRecruitId}`}>
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
    <button type="button" className={styles.link} onClick={write}>
      {label}
    </button>
  );
}
