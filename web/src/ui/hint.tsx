import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";

/** A sentence about a control. An `error` is announced when it appears. */
export const Hint = ({
  id,
  tone = "plain",
  children,
}: {
  id?: string;
  tone?: "plain" | "ok" | "error" | undefined;
  children: ReactNode;
}) => (
  <span
    id={id}
    className={cx(styles.hint, tone !== "plain" && styles[tone])}
    role={tone === "error" ? "alert" : undefined}
  >
    {tone !== "plain" && <Icon name={tone === "ok" ? "check" : "alert"} size="small" />}
    <span>{children}</span>
  </span>
);
