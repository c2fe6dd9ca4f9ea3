import type { ReactNode } from "react";
import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./rows.module.css";

/** A box of labelled values. */
export const Rows = ({ children }: { children: ReactNode }) => (
  <dl className={cx(cardClass({ card: true }), styles.rows)}>{children}</dl>
);

export const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.row}>
    <dt className={styles.label}>{label}</dt>
    <dd className={styles.value}>{children}</dd>
  </div>
);
