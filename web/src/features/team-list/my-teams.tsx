import { Link } from "react-router-dom";
import type { Team } from "#contracts/team/api";
import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Row } from "#web/ui/layout.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tag } from "#web/ui/tag.tsx";
import { TeamPicture } from "#web/ui/team-picture.tsx";
import { useSlides } from "#web/ui/use-slides.ts";
import styles from "./team-list.module.css";

/** Carousel of the member's own teams, moved by swiping, with arrow buttons, or with ← and → between cards. */
export function MyTeams({ teams }: { teams: readonly Team[] }) {
  const { viewport, atStart, atEnd, previous, next, moveByKey } = useSlides({ align: "start" });
  return (
    <section aria-label="나의 팀">
      <div className={styles.myTeamsHead}>
        <SectionTitle>나의 팀</SectionTitle>
        {!(atStart && atEnd) && (
          <Row gap={14}>
            <IconButton icon="left" label="이전 팀" look="line" disabled={atStart} onClick={previous} />
            <IconButton icon="right" label="다음 팀" look="line" disabled={atEnd} onClick={next} />
          </Row>
        )}
      </div>
      <div className={styles.viewport} ref={viewport}>
        <ul className={styles.row} onKeyDown={moveByKey}>
          {teams.map((team) => (
            <li key={team.teamId}>
              <MyTeamCard team={team} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** One of the member's own teams; the whole card links to its page. */
const MyTeamCard = ({ team }: { team: Team }) => (
  <Link
    to={`/team-dashboard/${team.teamId}`}
    className={cx(cardClass({ card: true }), styles.card)}
    draggable={false}
  >
    <TeamPicture teamId={team.teamId} src={team.imageUrl} className={styles.myTeamCardCover} />
    <b className={styles.myTeamCardName}>{team.teamName}</b>
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

/** Skeleton of the carousel with its final height. */
export const MyTeamsSkeleton = () => (
  <section aria-label="나의 팀" aria-busy="true">
    <div className={styles.myTeamsHead}>
      <SectionTitle>나의 팀</SectionTitle>
    </div>
    <div className={styles.viewport}>
      <div className={styles.row}>
        {[0, 1, 2].map((index) => (
          <div key={index} className={styles.slide}>
            <div className={cx(cardClass({ card: true }), styles.card)}>
              <Skeleton height="auto" className={styles.coverShape} />
              <span className={styles.myTeamCardName}>
                <Skeleton width="70%" height="1lh" />
              </span>
              <span className={styles.meta}>
                <Skeleton width="50%" height={26} />
              </span>
              <span className={styles.go}>
                <Skeleton width="60%" height="1lh" />
              </span>
            </div>
          </div>
        ))}
      </div>
    </div>
  </section>
);
