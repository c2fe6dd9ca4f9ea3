import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./history.module.css";
import teams from "./teams.module.css";

/** The number of articles while it is unknown. */
export const TotalSkeleton = () => (
  <div className={teams.total}>
    <Skeleton width={76} height="1lh" />
  </div>
);

/** The shape of a page of articles while it is being fetched. */
export const HistorySkeleton = () => (
  <div className={cx(cardClass(), styles.list)} aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    {["56%", "38%", "47%"].map((width) => (
      <div key={width} className={styles.entry}>
        <div className={styles.head}>
          <span className={styles.title}>
            <Skeleton width={width} height="1lh" />
          </span>
          <span className={styles.time}>
            <Skeleton width={112} height="1lh" />
          </span>
          <Skeleton width={16} height={16} round className={styles.arrow} />
        </div>
      </div>
    ))}
  </div>
);
