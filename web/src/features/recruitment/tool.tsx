import type { ComponentProps } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./recruitment.module.css";

/** A button of an application, or of the list. */
export const Tool = ({ isDanger, ...props }: ComponentProps<"button"> & { isDanger?: boolean }) => (
  <button
    type="button"
    className={cx(styles.applicationsTool, isDanger && styles.applicationsDanger)}
    {...props}
  />
);
