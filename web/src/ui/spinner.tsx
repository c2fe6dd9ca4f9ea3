import { cx } from "./cx.ts";
import styles from "./spinner.module.css";

export const Spinner = ({ className }: { className?: string | undefined }) => (
  <span className={cx(styles.spinner, className)} aria-hidden="true" />
);
