import { Card } from "#web/ui/card.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./home.module.css";
import teamStyles from "./home-teams.module.css";

/** Placeholder of the page while its query is pending. */
export const HomeSkeleton = () => (
  <div className={styles.home} aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    <div className={teamStyles.teams}>
      {[0, 1].map((index) => (
        <Card key={index} card={false} className={teamStyles.card}>
          <div className={teamStyles.top}>
            <Skeleton width={56} height={56} className={teamStyles.picture} />
            <div className={teamStyles.words}>
              <Skeleton width={120} height={18} />
              <Skeleton width="70%" />
            </div>
            <Skeleton width={132} height={44} round className={teamStyles.button} />
          </div>
          <Skeleton height={52} />
        </Card>
      ))}
    </div>
  </div>
);
