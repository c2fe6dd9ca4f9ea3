import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./notice.module.css";

/** A permanent note inside a page. */
export const Notice = ({
  tone = "plain",
  icon = tone === "plain" ? "info" : "alert",
  className,
  children,
}: {
  tone?: "plain" | "warning" | "danger";
  icon?: IconName;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <div
    className={cx(styles.notice, tone !== "plain" && styles[tone], className)}
    role={tone === "danger" ? "alert" : "status"}
  >
    <Icon name={icon} />
    <span>{children}</span>
  </div>
);
