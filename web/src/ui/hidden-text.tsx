import type { ReactNode } from "react";
import styles from "./hidden-text.module.css";

/** Words for assistive technology only. */
export const HiddenText = ({
  children,
  as: Tag = "span",
}: {
  children: ReactNode;
  as?: "span" | "h1" | "h2";
}) => <Tag className={styles.hidden}>{children}</Tag>;

/** A polite live region for what has just come in, for those who do not see the highlight. */
export const LiveNote = ({ text }: { text: string }) => (
  <div role="status" aria-live="polite">
    <HiddenText>{text}</HiddenText>
  </div>
);
