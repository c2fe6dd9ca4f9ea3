import { Link } from "react-router-dom";
import type { Team } from "#contracts/team/api";
import { cardClass } from "#web/ui/card.tsx";
import { Cover } from "#web/ui/cover.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Tag } from "#web/ui/tag.tsx";
import styles from "./my-team-card.module.css";

/** One of my teams; the whole card leads to its page. */
export const MyTeamCard = ({ team }: { team: Team }) => (
  <Link
    to={`/team-dashboard/${team.teamId}`}
    className={cx(cardClass({ card: true }), styles.card)}
    draggable={false}
  >
    <Cover src={team.imageUrl} className={styles.cover} />
    <b className={styles.name}>{team.teamName}</b>
    <span className={styles.meta}>
      <Tag category={team.topic} />
      <span>{team.memberCount}명</span>
    </span>
    <span className={styles.go}>
      팀 페이지로 이동하기
      <Icon name="arrow-right" />
    </span>
  </Link>
);
