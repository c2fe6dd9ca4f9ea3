import type { ReactNode } from "react";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { Button } from "./button.tsx";
import styles from "./empty-state.module.css";
import { mascots } from "./mascots.tsx";

/** Picture, one sentence, a quiet second one, and at most one action. */
export const EmptyState = ({
  art = "together",
  drawing = mascots[art],
  title,
  text,
  isPage = false,
  children,
}: {
  art?: keyof typeof mascots;
  /** In place of `art`, 160 by 110. */
  drawing?: ReactNode;
  title: string;
  text?: ReactNode;
  /** It is all that the page has: the sentence is its heading. */
  isPage?: boolean;
  children?: ReactNode;
}) => (
  // What has gone wrong is said, too.
  <div className={styles.empty} role={art === "broken" ? "alert" : undefined}>
    <svg className={styles.art} viewBox="0 0 160 110" fill="none" aria-hidden="true">
      {drawing}
    </svg>
    {isPage ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
    {text && <p>{text}</p>}
    {children && <div className={styles.action}>{children}</div>}
  </div>
);

/** Something could not be fetched: what, what the server says (or what to look at when it says nothing), and how to try again. */
export const FailedState = ({
  title,
  error,
  onRetry,
}: {
  title: string;
  error?: unknown;
  onRetry: () => void;
}) => (
  <EmptyState art="broken" title={title} text={serverMessage(error) ?? "연결을 확인하고 다시 시도해 주세요."}>
    <Button look="soft" onClick={onRetry}>
      다시 시도
    </Button>
  </EmptyState>
);
