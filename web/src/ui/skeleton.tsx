import { cx } from "./cx.ts";
import styles from "./skeleton.module.css";

/** A grey placeholder. Numbers are pixels. */
export const Skeleton = ({
  width = "100%",
  height = 14,
  round = false,
  className,
}: {
  width?: number | string;
  height?: number | string;
  round?: boolean;
  className?: string | undefined;
}) => (
  <span
    className={cx(styles.skeleton, round && styles.round, className)}
    style={{ width, height }}
    aria-hidden="true"
  />
);
