import { Link } from "react-router-dom";
import type { Team } from "#contracts/team/api";
import { Icon } from "#web/ui/icon.tsx";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import styles from "./team-admin.module.css";

/** Names the team and the purpose of this page, with a link back to the team page. */
export const AdminPanel = ({ team: { teamId, teamName, imageUrl } }: { team: Team }) => (
  <aside className={styles.panel} aria-label="팀 페이지 관리">
    <div className={styles.team}>
      <TeamPicture teamId={teamId} src={imageUrl} width={44} />
      <span className={styles.name}>{teamName}</span>
    </div>
    <p>고른 날짜의 문제와 공지, 게시글, 태그를 이곳에서 한 번에 관리해요.</p>
    <Link className={styles.go} to={`/team-dashboard/${teamId}`}>
      <span className={styles.wide}>팀 페이지로 이동하기</span>
      <Icon name="arrow-right" className={styles.wide} />
      <span className={styles.narrow}>← 팀 페이지로</span>
    </Link>
  </aside>
);
