import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./side-tabs.module.css";

interface SideTab {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly isCurrent: boolean;
}

/** A page with tabs at its side; on narrow screens they stand on top. `label` heads and names them. */
export const WithSideTabs = ({
  label,
  tabs,
  children,
}: {
  label: string;
  tabs: readonly SideTab[];
  children: ReactNode;
}) => (
  <div className={styles.withSide}>
    <nav className={styles.side} aria-label={label}>
      <div className={styles.head} aria-hidden="true">
        {label}
      </div>
      {tabs.map(({ to, label, icon, isCurrent }) => (
        <Link key={to} to={to} className={styles.tab} aria-current={isCurrent ? "page" : undefined}>
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
    <div className={styles.pane}>{children}</div>
  </div>
);
