import type { ReactNode } from "react";
import styles from "./empty-state.module.css";
import { friends } from "./friends.tsx";

/** Picture, one sentence, a quiet second one, and at most one action. */
export const EmptyState = ({
  art = "together",
  title,
  text,
  children,
}: {
  art?: keyof typeof friends;
  title: string;
  text?: ReactNode;
  children?: ReactNode;
}) => (
  <div className={styles.empty}>
    <svg className={styles.art} viewBox="0 0 160 110" fill="none" aria-hidden="true">
      {friends[art]}
    </svg>
    <p className={styles.title}>{title}</p>
    {text && <p>{text}</p>}
    {children && <div className={styles.action}>{children}</div>}
  </div>
);
