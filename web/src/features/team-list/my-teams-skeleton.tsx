import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { SectionTitle } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import card from "./my-team-card.module.css";
import styles from "./my-teams.module.css";

/** The shape of the carousel of my teams, as high as it will be. */
export const MyTeamsSkeleton = () => (
  <section aria-label="나의 팀" aria-busy="true">
    <div className={styles.head}>
      <SectionTitle>나의 팀</SectionTitle>
    </div>
    <div className={styles.viewport}>
      <div className={styles.row}>
        {[0, 1, 2].map((index) => (
          <div key={index} className={styles.slide}>
            <div className={cx(cardClass({ card: true }), card.card)}>
              <Skeleton height="auto" className={card.coverShape} />
              <span className={card.name}>
                <Skeleton width="70%" height="1lh" />
              </span>
              <span className={card.meta}>
                <Skeleton width="50%" height={26} />
              </span>
              <span className={card.go}>
                <Skeleton width="60%" height="1lh" />
              </span>
            </div>
          </div>
        ))}
      </div>
    </div>
  </section>
);
