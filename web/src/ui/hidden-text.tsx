import type { ReactNode } from "react";
import styles from "./hidden-text.module.css";

/** Text for assistive technology only. */
export const HiddenText = ({
  children,
  as: Tag = "span",
}: {
  children: ReactNode;
  as?: "span" | "h1" | "h2";
}) => <Tag className={styles.hidden}>{children}</Tag>;
