import { type ReactNode, useEffect, useRef } from "react";
import styles from "./detail.module.css";

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
  isChosen?: boolean;
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
