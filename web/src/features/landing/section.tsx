import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./section.module.css";

/** Class of the column that all sections of the landing page use. */
export const columnClass = styles.column as string;

/** One section of the landing page. `night` is dark in both themes. */
export const Section = ({
  tone = "plain",
  label,
  id,
  children,
}: {
  tone?: "plain" | "tint" | "night";
  /** Id of its title. */
  label: string;
  id?: string;
  children: ReactNode;
}) => (
  <section id={id} className={cx(styles.section, styles[tone])} aria-labelledby={label}>
    {children}
  </section>
);

export const Title = ({ id, lead, children }: { id: string; lead?: ReactNode; children: ReactNode }) => (
  <div>
    <h2 id={id} className={styles.title}>
      {children}
    </h2>
    {lead && <p className={styles.lead}>{lead}</p>}
  </div>
);
