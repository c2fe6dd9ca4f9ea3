import { loadingText } from "#web/features/team/texts.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./team-dashboard.module.css";
import side from "./team-side.module.css";

/** The shape of the team page while the team is being fetched. */
export const TeamSkeleton = () => (
  <div className={styles.team} role="status">
    <HiddenText>{loadingText}</HiddenText>
    <div className={side.side}>
      <Skeleton className={styles.skeletonCover} height="auto" />
      <div className={side.title}>
        <Skeleton width="70%" height={26} />
      </div>
      <div className={side.text}>
        <Skeleton />
      </div>
    </div>
    <div className={styles.main}>
      <div className={styles.top}>
        <Skeleton height={56} className={styles.skeletonLine} />
        <Skeleton className={styles.unknownDeed} height={56} />
      </div>
      <Skeleton className={styles.skeletonCalendar} height="auto" />
    </div>
  </div>
);
