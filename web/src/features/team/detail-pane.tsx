import { type ReactNode, useEffect, useRef } from "react";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { focusable } from "#web/lib/restored-focus.ts";
import { FailedState } from "#web/ui/empty-state.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import styles from "./detail.module.css";
import { articlesFailed, loadingText } from "./texts.ts";

/** How the navigation opened the pane. */
export interface Arrival {
  /** Whether the page may scroll to the pane. */
  readonly moves: boolean;
  /** Whether the page was opened for this pane: then its heading receives the focus. */
  readonly isFirst: boolean;
}
const prefersStillness = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const chosenHere: Arrival = { moves: true, isFirst: false };

interface DetailPaneProps {
  readonly id: string;
  readonly subject: string;
  readonly label: string;
  readonly arrival?: Arrival | undefined;
  readonly children: ReactNode;
}

/** The frame that shows the problem or an article. A change of `subject` scrolls its heading into view. */
export function DetailPane({ id, subject, label, arrival = chosenHere, children }: DetailPaneProps) {
  const pane = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another subject scrolls the page, not an updated text
  useEffect(() => {
    if (!arrival.moves) return;
    const heading = pane.current?.querySelector("h3");
    (heading ?? pane.current)?.scrollIntoView({
      block: "start",
      behavior: arrival.isFirst || prefersStillness() ? "auto" : "smooth",
    });
    if (heading && arrival.isFirst) focusable(heading).focus({ preventScroll: true });
  }, [subject]);
  return (
    <article id={id} className={styles.detail} ref={pane} aria-label={label}>
      {children}
    </article>
  );
}

export const FailedPane = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <FailedState title={serverMessage(error) ?? articlesFailed} onRetry={onRetry} />
);

export const LoadingPane = () => (
  <div className={styles.loading} aria-busy="true">
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
