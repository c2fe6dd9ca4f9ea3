import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./board.module.css";

/** The shape of a page of recruitments while it is being fetched. */
export const BoardSkeletons = () => (
  <div className={styles.list} aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    {["a", "b", "c"].map((key) => (
      <div key={key} className={styles.card}>
        <Skeleton width={68} height={26} />
        <Skeleton width="46%" height={24} />
        <Skeleton />
        <Skeleton width="72%" />
        <Skeleton width={180} height={20} />
      </div>
    ))}
  </div>
);
