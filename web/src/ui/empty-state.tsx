import { Children, type ReactNode } from "react";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { Button } from "./button.tsx";
import styles from "./empty-state.module.css";
import { mascots } from "./mascots.tsx";

/** Picture, a sentence, a second one in a lighter colour, and at most one action. */
export const EmptyState = ({
  art = "together",
  drawing = mascots[art],
  title,
  text,
  isPage = false,
  children,
}: {
  art?: keyof typeof mascots;
  /** Replaces `art`, 160 by 110. */
  drawing?: ReactNode;
  title: string;
  text?: ReactNode;
  /** Set if it is the whole content of the page: the sentence is then its heading. */
  isPage?: boolean;
  children?: ReactNode;
}) => (
  // Failures are announced to screen readers.
  <div className={styles.empty} role={art === "broken" ? "alert" : undefined}>
    <svg className={styles.art} viewBox="0 0 160 110" fill="none" aria-hidden="true">
      {drawing}
    </svg>
    {isPage ? <h1 className={styles.title}>{title}</h1> : <p className={styles.title}>{title}</p>}
    {text && <p>{text}</p>}
    {Children.toArray(children).length > 0 && <div className={styles.action}>{children}</div>}
  </div>
);

/** A failed query: what failed, the server's message (or a hint without one), and a button to retry. */
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
