import type { HTMLAttributes, ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./layout.module.css";

interface LayoutProps extends HTMLAttributes<HTMLElement> {
  as?: "div" | "span" | "p" | "ul" | "aside";
  /** Pixels between children: steps of two inside components, of four between them. */
  gap: 4 | 6 | 8 | 10 | 12 | 14 | 16 | 18;
}

/** Children below each other, each as wide as the stack. What it is beside that, a style module says. */
export const Stack = ({ as: Tag = "div", gap, className, ...rest }: LayoutProps) => (
  <Tag {...rest} className={cx(styles.stack, className)} style={{ gap }} />
);

/** Children beside each other, centred on one line by default. */
export const Row = ({
  as: Tag = "div",
  gap,
  wrap = false,
  align,
  justify,
  className,
  ...rest
}: LayoutProps & {
  wrap?: boolean;
  align?: "start" | "baseline";
  justify?: "center" | "end" | "space-between";
}) => (
  <Tag
    {...rest}
    className={cx(styles.row, wrap && styles.wrap, className)}
    style={{ gap, alignItems: align, justifyContent: justify }}
  />
);

/** Above a section: its title, with a button at the other end. */
export const SectionHead = ({ children }: { children: ReactNode }) => (
  <div className={styles.sectionHead}>{children}</div>
);

/** Below a form: the cancel button, and the wider save button. */
export const FormButtons = ({ children }: { children: ReactNode }) => (
  <div className={styles.formButtons}>{children}</div>
);
