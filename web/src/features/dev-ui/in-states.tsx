import type { ReactNode } from "react";
import styles from "./dev-ui.module.css";

const states = [
  ["rest", "평소"],
  ["hover", "가리킬 때"],
  ["focus", "초점"],
] as const;

/** The same control at rest, hovered and focused, with further states behind. */
export const InStates = ({
  children,
  more = {},
}: {
  children: ReactNode;
  more?: Record<string, ReactNode>;
}) => (
  <div className={styles.states}>
    {states.map(([state, label]) => (
      <figure key={state} className={styles.state} data-state={state}>
        {children}
        <figcaption>{label}</figcaption>
      </figure>
    ))}
    {Object.entries(more).map(([label, content]) => (
      <figure key={label} className={styles.state}>
        {content}
        <figcaption>{label}</figcaption>
      </figure>
    ))}
  </div>
);
