import { loadingText } from "#web/features/team/texts.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./team-dashboard.module.css";

/** Skeleton of the team page. */
export const TeamSkeleton = () => (
  <div className={styles.team} aria-busy="true">
    <HiddenText>{loadingText}</HiddenText>
    <div className={styles.side}>
      <Skeleton className={styles.skeletonPicture} width="" height="" />
      <div className={styles.name}>
        <Skeleton width={150} height="1lh" />
      </div>
      <div className={styles.meta}>
        <Skeleton width={120} height={26} />
      </div>
      <div className={styles.place} data-members>
        <Skeleton className={styles.skeletonMembers} width="" height="" />
      </div>
    </div>
    <div className={styles.main}>
      <div className={styles.top}>
        <Skeleton height={54} className={styles.skeletonBox} />
        <Skeleton className={styles.unknownAction} height={54} />
      </div>
      <Skeleton height={148} className={styles.skeletonBox} />
      <DaySkeleton />
    </div>
  </div>
);

/** Skeleton of a day: its name, its problem and a row of articles. */
export const DaySkeleton = () => (
  <>
    <Skeleton width={180} height={32} />
    <Skeleton height={64} className={styles.skeletonBox} />
    <Skeleton height={136} className={styles.skeletonBox} />
  </>
);
