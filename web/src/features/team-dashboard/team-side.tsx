import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { Team } from "#contracts/team/api";
import { useInvite } from "#web/features/team/invitation/invite-button.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Menu, MenuItem, MenuLink } from "#web/ui/menu.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import { MembersButton } from "./members-button.tsx";
import styles from "./team-dashboard.module.css";

/** The team's data (spec/daily-use.md §7.2): a bar above the day, on wide windows a sticky column. */
export function TeamSide({
  team,
  today,
  isManager,
  isMember,
}: {
  team: Team;
  today: string;
  isManager: boolean;
  isMember: boolean;
}) {
  return (
    <aside className={styles.side} aria-label="팀 정보">
      <TeamPicture teamId={team.teamId} src={team.imageUrl} className={styles.picture} />
      <h2 className={styles.name}>{team.teamName}</h2>
      <p className={styles.meta}>
        <Tag category={team.topic} />
        <span className={styles.since}>since {team.createdAt}</span>
      </p>
      {team.teamExplain && <Description text={team.teamExplain} />}
      <MembersButton team={team} today={today} />
      {isManager ? <ManagerLinks team={team} /> : isMember && <MemberLinks teamId={team.teamId} />}
    </aside>
  );
}

/** One line, which expands on click. */
function Description({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <button
      type="button"
      className={cx(styles.sideText, isOpen && styles.open)}
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      {text}
    </button>
  );
}

const promiseLink = "출석과 약속";

/** The way of members to the settings that they may read, on narrow windows a button. */
const MemberLinks = ({ teamId }: { teamId: number }) => (
  <>
    <nav className={styles.links} aria-label="팀 메뉴">
      <Link className={styles.link} to={`/team-setting/attendance/${teamId}`}>
        <Icon name="calendar" />
        {promiseLink}
      </Link>
    </nav>
    <span className={styles.menu}>
      <ButtonLink look="neutral" size="small" to={`/team-setting/attendance/${teamId}`}>
        {promiseLink}
      </ButtonLink>
    </span>
  </>
);

/** The links for managers in a row, on narrow windows in a menu. */
function ManagerLinks({ team }: { team: Team }) {
  const { teamId, teamRecruitId } = team;
  const invite = useInvite(team);
  const write = useWriteRecruitment(teamId);
  const recruitment = teamRecruitId === null ? null : `/team-recruit/detail/${teamRecruitId}`;
  const label = (
    <>
      <Icon name="flag" />
      모집글
    </>
  );
  return (
    <>
      <nav className={styles.links} aria-label="팀 관리">
        <button type="button" className={styles.link} onClick={invite.open}>
          <Icon name="link" />
          팀원 초대하기
        </button>
        <Link className={styles.link} to={`/team-admin/${teamId}`}>
          <Icon name="doc" />팀 페이지 관리
        </Link>
        <Link className={styles.link} to={`/team-setting/team/${teamId}`}>
          <Icon name="sliders" />팀 설정
        </Link>
        {recruitment ? (
          <Link className={styles.link} to={recruitment}>
            {label}
          </Link>
        ) : (
          <button type="button" className={styles.link} onClick={write}>
            {label}
          </button>
        )}
      </nav>
      <span className={styles.menu}>
        <Menu
          trigger={
            <Button look="neutral" size="small">
              관리
              <Icon name="down" size="small" />
            </Button>
          }
        >
          <MenuItem onClick={invite.open}>
            <Icon name="link" />
            팀원 초대하기
          </MenuItem>
          <MenuLink to={`/team-admin/${teamId}`}>
            <Icon name="doc" />팀 페이지 관리
          </MenuLink>
          <MenuLink to={`/team-setting/team/${teamId}`}>
            <Icon name="sliders" />팀 설정
          </MenuLink>
          <MenuLink to={`/team-setting/promise/${teamId}`}>
            <Icon name="clock" />
            약속과 하루
          </MenuLink>
          {recruitment ? (
            <MenuLink to={recruitment}>{label}</MenuLink>
          ) : (
            <MenuItem onClick={() => void write()}>{label}</MenuItem>
          )}
        </Menu>
      </span>
      {invite.dialog}
    </>
  );
}

/** Without a recruitment managers are asked whether to write one (spec/ui.md §10). */
function useWriteRecruitment(teamId: number) {
  const { confirm } = useDialogs();
  const navigate = useNavigate();
  return async () => {
    const question = {
      title: "현재 모집글이 없습니다.",
      text: "새로 작성하시겠어요?",
      yes: "작성하기",
      no: "취소",
    };
    if (!(await confirm(question))) return;
    await navigate(`/team-recruit/posting?teamId=${teamId}`, { state: { teamId } });
  };
}
