import { Children, type ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./notice.module.css";

interface NoticeProps {
  tone?: "plain" | "warning" | "danger";
  icon?: IconName;
  className?: string | undefined;
  children: ReactNode;
}

/** A permanent note inside a page, which is announced only if it tells of an error. */
export const Notice = ({
  tone = "plain",
  icon = tone === "plain" ? "info" : "alert",
  className,
  children,
}: NoticeProps) => (
  <div
    className={cx(styles.notice, tone !== "plain" && styles[tone], className)}
    role={tone === "danger" ? "alert" : undefined}
  >
    <Icon name={icon} />
    <span>{children}</span>
  </div>
);

/** A note that may appear while the page is open: its live region is there before, so that the note is spoken. */
export const LateNotice = ({ children, ...look }: NoticeProps) => (
  <div className={styles.late} role="status" aria-live="polite">
    {/* Conditions that do not hold are no content. */}
    {Children.toArray(children).length > 0 && <Notice {...look}>{children}</Notice>}
  </div>
);
