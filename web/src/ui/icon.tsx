import { cx } from "./cx.ts";
import styles from "./icon.module.css";
import { iconShapes } from "./icon-shapes.tsx";

export type IconName = keyof typeof iconShapes;

/** A stroke icon in the colour of its text, hidden from assistive technology: its neighbour or control names it. */
export function Icon({
  name,
  size = "medium",
  className,
}: {
  name: IconName;
  size?: "small" | "medium" | "large";
  className?: string | undefined;
}) {
  return (
    <svg
      className={cx(
        styles.icon,
        size === "small" && styles.small,
        size === "large" && styles.large,
        className,
      )}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {iconShapes[name]}
    </svg>
  );
}
