import { FailedState } from "../../ui/failed-state.tsx";
import { Page, PageHead } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./subject-waiting.module.css";

const title = "문제 작성하기";

/** While it is unknown whether the day has a problem. */
export const SubjectLoading = () => (
  <Page>
    <PageHead title={title} />
    <p className={styles.text} role="status">
      정보를 가져오는 중…
    </p>
    <Skeleton height={48} />
    <Skeleton height={420} className={styles.paper} />
  </Page>
);

export const SubjectUnreachable = ({ onRetry }: { onRetry: () => void }) => (
  <Page>
    <PageHead title={title} />
    <FailedState title="문제를 불러오지 못했어요" onRetry={onRetry} />
  </Page>
);
