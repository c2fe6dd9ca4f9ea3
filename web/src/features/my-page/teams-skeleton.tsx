import { Skeleton } from "#web/ui/skeleton.tsx";
import { HistorySkeleton, TotalSkeleton } from "./history-skeleton.tsx";
import tabs from "./team-tabs.module.css";
import styles from "./teams.module.css";

/** The shape of my teams, and of what I wrote in the first of them, while they are being fetched. */
export const TeamsSkeleton = () => (
  <>
    <div className={tabs.tabs}>
      <div className={tabs.list}>
        {[52, 64, 58].map((width) => (
          <div key={width} className={tabs.tab}>
            <Skeleton width={48} height={48} />
            <Skeleton width={width} height={21} />
          </div>
        ))}
      </div>
    </div>
    <div className={styles.bar}>
      <Skeleton width="auto" height={44} className={styles.modes} />
      <TotalSkeleton />
    </div>
    <HistorySkeleton />
  </>
);
