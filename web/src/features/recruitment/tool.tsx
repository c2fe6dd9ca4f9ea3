import type { ComponentProps } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./applications.module.css";

/** A button of an application, or of the list. */
export const Tool = ({ isDanger, ...props }: ComponentProps<"button"> & { isDanger?: boolean }) => (
  <button type="button" className={cx(styles.tool, isDanger && styles.danger)} {...props} />
);
