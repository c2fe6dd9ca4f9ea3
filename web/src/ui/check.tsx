import type { ComponentProps, ReactNode } from "react";
import styles from "./check.module.css";

/** A check box with its label. */
export const Check = ({
  children,
  onCheck,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "onChange"> & {
  children: ReactNode;
  onCheck: (checked: boolean) => void;
}) => (
  <label className={styles.check}>
    <input {...rest} type="checkbox" onChange={(event) => onCheck(event.target.checked)} />
    <span>{children}</span>
  </label>
);
