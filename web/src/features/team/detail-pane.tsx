import { type ReactNode, useEffect, useRef } from "react";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { FailedState } from "#web/ui/empty-state.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import styles from "./detail.module.css";
import { articlesFailed, loadingText } from "./texts.ts";

/** How far below the top of the window, in its heights, the pane may begin before the page moves to it. */
export const comfortable = 0.6;

/** The warm frame in which the problem or an article is read. Choosing something else (`subject`) brings it into view. */
export function DetailPane({
  id,
  subject,
  label,
  isChosen = true,
  children,
}: {
  id: string;
  subject: string;
  label: string;
  /** False for what is open by itself and must not move the page. */
  isChosen?: boolean | undefined;
  children: ReactNode;
}) {
  const pane = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another subject moves the page, never a newer text
  useEffect(() => {
    if (!isChosen) return;
    const top = pane.current?.getBoundingClientRect().top ?? 0;
    const isComfortable = top >= 0 && top < window.innerHeight * comfortable;
    if (!isComfortable) pane.current?.scrollIntoView({ block: "start", behavior: "smooth" });
  }, [subject, isChosen]);
  return (
    <article id={id} className={styles.detail} ref={pane} aria-label={label}>
      {children}
    </article>
  );
}

/** A post could not be fetched, and how to try again. */
export const FailedPane = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <FailedState title={serverMessage(error) ?? articlesFailed} onRetry={onRetry} />
);

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
