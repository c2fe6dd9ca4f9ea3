import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./page.module.css";

/** Class of a text link inside running text. */
export const linkClass = styles.link as string;

/** The soft light behind a page; its parent must be `glowFrameClass`. */
export const Glow = ({ className }: { className?: string | undefined }) => (
  <div className={cx(styles.glow, className)} aria-hidden="true" />
);
export const glowFrameClass = styles.frame as string;

/** Frame of a page: widths of spec/ui.md §3 (`page` 1090, `wide` 1300, `form` 640), first content below the header. */
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

/** Title of a page with what stands at its right end. */
export const PageHead = ({
  title,
  lead,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
}) => (
  <div className={styles.head}>
    <div>
      <h1 className={styles.title}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
    {children}
  </div>
);

export const SectionTitle = ({
  as: Tag = "h2",
  children,
  ...rest
}: ComponentProps<"h2"> & { as?: "h1" | "h2" | "h3" }) => (
  <Tag {...rest} className={cx(styles.section, rest.className)}>
    {children}
  </Tag>
);
