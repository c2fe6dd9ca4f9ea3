import { Hint } from "#web/ui/hint.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import styles from "./detail.module.css";
import { loadingText } from "./texts.ts";

/** The reading pane while its text is on the way. */
export const LoadingPane = () => (
  <div className={styles.loading} role="status">
    <Hint>
      <Spinner />
      {loadingText}
    </Hint>
    <Skeleton width="62%" height={26} />
    <Skeleton width="34%" />
    <Skeleton />
    <Skeleton width="92%" />
    <Skeleton width="76%" />
  </div>
);
