import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./page.module.css";

/** Class of a text link inside running text. */
export const linkClass = styles.link as string;

/** Class of a link to the page above this one. */
export const backClass = styles.back as string;

/** The soft glow behind a page. */
export const Glow = ({ className }: { className?: string | undefined }) => (
  <div className={cx(styles.glow, className)} aria-hidden="true" />
);

/** Layout of a page: widths of spec/ui.md §3 (`page` 1090, `wide` 1300, `form` 640), first content below the header. */
export const Page = ({
  width = "page",
  glow = false,
  className,
  children,
  ...rest
}: ComponentProps<"div"> & { width?: "page" | "wide" | "form"; glow?: boolean }) => (
  <div className={styles.frame}>
    {glow && <Glow />}
    <div {...rest} className={cx(styles.page, width !== "page" && styles[width], className)}>
      {children}
    </div>
  </div>
);

export const PageHeader = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <div className={styles.head}>
    <h1 className={styles.title}>{title}</h1>
    {children}
  </div>
);

export const SectionTitle = ({ className, ...rest }: ComponentProps<"h2">) => (
  <h2 {...rest} className={cx(styles.section, className)} />
);
