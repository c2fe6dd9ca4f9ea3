import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./side-tabs.module.css";

interface SideTab {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
}

/** A page with tabs at its side, on narrow screens at the top. `label` is their heading and name. */
export const WithSideTabs = ({
  label,
  tabs,
  current,
  children,
}: {
  label: string;
  tabs: readonly SideTab[];
  /** Target of the current tab. */
  current: string;
  children: ReactNode;
}) => (
  <div className={styles.withSide}>
    <nav className={cx(styles.side, styles.tabs)} aria-label={label}>
      <div className={styles.head} aria-hidden="true">
        {label}
      </div>
      {tabs.map(({ to, label, icon }) => (
        <Link key={to} to={to} className={styles.tab} aria-current={to === current ? "page" : undefined}>
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
    <div className={styles.pane} data-side-tab>
      {children}
    </div>
  </div>
);
