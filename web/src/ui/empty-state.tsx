import type { ReactNode } from "react";
import styles from "./empty-state.module.css";
import { friends } from "./friends.tsx";

/** Picture, one sentence, a quiet second one, and at most one action. */
export const EmptyState = ({
  art = "together",
  title,
  text,
  isPage = false,
  children,
}: {
  art?: keyof typeof friends;
  title: string;
  text?: ReactNode;
  /** It is all that the page has: the sentence is its heading. */
  isPage?: boolean;
  children?: ReactNode;
}) => (
  // What has gone wrong is said, too.
  <div className={styles.empty} role={art === "broken" ? "alert" : undefined}>
    <svg className={styles.art} viewBox="0 0 160 110" fill="none" aria-hidden="true">
      {friends[art]}
    </svg>
    {isPage ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
    {text && <p>{text}</p>}
    {children && <div className={styles.action}>{children}</div>}
  </div>
);
