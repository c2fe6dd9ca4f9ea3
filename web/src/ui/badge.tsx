import type { ReactNode } from "react";
import styles from "./badge.module.css";
import { cx } from "./cx.ts";

/** A word in a pill: recruiting states, or `fresh` for a new item. */
export const Badge = ({
  look,
  className,
  children,
}: {
  look: "open" | "running" | "closed" | "fresh";
  className?: string | undefined;
  children: ReactNode;
}) => <span className={cx(styles.badge, styles[look], className)}>{children}</span>;
