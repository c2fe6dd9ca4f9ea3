import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./history.module.css";

/** The shape of entries while they are being fetched. */
export const HistorySkeleton = () => (
  <div role="status">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    {[180, 140, 200].map((width) => (
      <div key={width} className={styles.entry}>
        <Skeleton width={112} />
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.line}>
          <Skeleton width={width} height={18} />
        </span>
      </div>
    ))}
  </div>
);
