import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import aside from "./aside.module.css";
import { BackLink } from "./back-link.tsx";
import styles from "./detail.module.css";

/** The shape of a recruitment while it is being fetched. */
export const DetailSkeleton = () => (
  <div className={styles.recruit} aria-busy="true">
    <div className={styles.text}>
      <HiddenText>정보를 가져오는 중…</HiddenText>
      <BackLink />
      <div className={styles.lines}>
        <Skeleton width={68} height={26} />
        <Skeleton width="72%" height={36} />
        <Skeleton width={180} height={32} />
        <Skeleton height={320} />
      </div>
    </div>
    <div className={aside.aside}>
      <Skeleton height={130} />
      <Skeleton height={320} />
    </div>
  </div>
);
