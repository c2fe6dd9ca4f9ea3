import { Card } from "#web/ui/card.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./home.module.css";

/** Placeholder of the page while its query is pending. */
export const HomeSkeleton = () => (
  <div className={styles.home} aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    <Stack gap={16}>
      {[0, 1].map((index) => (
        <Card key={index} card={false} className={styles.card}>
          <div className={styles.top}>
            <Skeleton width={56} height={56} className={styles.picture} />
            <div className={styles.words}>
              <Skeleton width={120} height={18} />
              <Skeleton width="70%" />
            </div>
            <Skeleton width={132} height={44} round className={styles.button} />
          </div>
          <Skeleton height={52} />
        </Card>
      ))}
    </Stack>
  </div>
);
