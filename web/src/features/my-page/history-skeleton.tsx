import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./history.module.css";

/** The shape of a page of articles while it is being fetched. */
export const HistorySkeleton = () => (
  <div className={cx(cardClass(), styles.list)} aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    {["56%", "38%", "47%"].map((width) => (
      <div key={width} className={styles.entry}>
        <div className={styles.head}>
          <Skeleton width={width} height={18} />
        </div>
      </div>
    ))}
  </div>
);
