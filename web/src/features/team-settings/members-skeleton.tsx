import { Card } from "#web/ui/card.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./members.module.css";

/** The shape of the member table while it is being fetched. */
export const MembersSkeleton = () => (
  <>
    <SectionTitle className={styles.title}>멤버</SectionTitle>
    <Card card={false} className={styles.skeleton} role="status">
      <HiddenText>정보를 가져오는 중…</HiddenText>
      {[84, 64, 96, 72].map((width) => (
        <div key={width} className={styles.skeletonRow}>
          <Skeleton width={36} height={36} round />
          <Skeleton width={width} height={18} />
        </div>
      ))}
    </Card>
  </>
);
