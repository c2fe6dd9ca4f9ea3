import { cx } from "./cx.ts";
import styles from "./icon.module.css";
import { iconPaths } from "./icon-paths.ts";

export type IconName = keyof typeof iconPaths;

/**
 * A stroke icon in the colour of its text, hidden from assistive technology, because the text beside it or its control
 * names it.
 */
export const Icon = ({
  name,
  size = "medium",
  className,
}: {
  name: IconName;
  size?: "small" | "medium" | "large";
  className?: string | undefined;
}) => (
  <svg
    className={cx(styles.icon, size !== "medium" && styles[size], className)}
    viewBox="0 0 24 24"
    aria-hidden="true"
  >
    <path d={iconPaths[name]} />
  </svg>
);
