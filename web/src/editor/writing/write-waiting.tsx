import { FailedState } from "../../ui/empty-state.tsx";
import { Page, PageHeader } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import styles from "./write-waiting.module.css";

/** Placeholder for title field and text area until the post is loaded. */
export const WriteLoading = ({ heading }: { heading: string }) => (
  <Page>
    <PageHeader title={heading} />
    <p className={styles.text}>정보를 가져오는 중…</p>
    <Skeleton height={48} />
    <Skeleton height={420} className={styles.paper} />
  </Page>
);

interface WriteUnreachableProps {
  readonly heading: string;
  /** Name of what could not be loaded. */
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

export const WriteUnreachable = ({ heading, ...failed }: WriteUnreachableProps) => (
  <Page>
    <PageHeader title={heading} />
    <FailedState {...failed} />
  </Page>
);
