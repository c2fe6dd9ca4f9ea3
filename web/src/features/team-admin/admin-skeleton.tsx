import { loadingText } from "#web/features/team/texts.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./team-admin.module.css";

/** Skeleton of the page until the rights of the caller are known. */
export const AdminSkeleton = () => (
  <div className={styles.admin} aria-busy="true">
    <HiddenText>{loadingText}</HiddenText>
    <div className={styles.panel}>
      <div className={styles.team}>
        <Skeleton width={44} height={44} />
        <Skeleton width={96} height={20} />
      </div>
      <div className={styles.skeletonWords}>
        <Skeleton />
        <Skeleton width="60%" />
      </div>
      <div className={styles.go}>
        <Skeleton width={112} />
      </div>
    </div>
    <div className={styles.main}>
      <Skeleton height={56} className={styles.skeletonBox} />
      <Skeleton height="auto" className={styles.skeletonCalendar} />
    </div>
  </div>
);
