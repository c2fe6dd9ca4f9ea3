import type { Team } from "#contracts/team/api";
import { IconButton } from "#web/ui/icon-button.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { MyTeamCard } from "./my-team-card.tsx";
import styles from "./my-teams.module.css";
import { useCarousel } from "./use-carousel.ts";

/** Carousel of the person's teams: swipe, arrows, or ← and → from card to card. */
export function MyTeams({ teams }: { teams: readonly Team[] }) {
  const { viewport, atStart, atEnd, previous, next, walk } = useCarousel();
  return (
    <section aria-label="나의 팀">
      <div className={styles.head}>
        <SectionTitle>나의 팀</SectionTitle>
        {!(atStart && atEnd) && (
          <div className={styles.arrows}>
            <IconButton icon="left" label="이전 팀" look="line" disabled={atStart} onClick={previous} />
            <IconButton icon="right" label="다음 팀" look="line" disabled={atEnd} onClick={next} />
          </div>
        )}
      </div>
      <div className={styles.viewport} ref={viewport}>
        <ul className={styles.row} onKeyDown={walk}>
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
