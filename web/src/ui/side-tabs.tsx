import { type ReactNode, useLayoutEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./side-tabs.module.css";

export interface SideTab {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
}

/**
 * A page with tabs at its side, on narrow screens at the top: in a row, or as `chips` that are swiped, of which the
 * current one is in view. `label` is their heading and name.
 */
export function WithSideTabs({
  label,
  tabs,
  chips = false,
  current,
  children,
}: {
  label: string;
  tabs: readonly SideTab[];
  chips?: boolean;
  /** Target of the current tab. */
  current: string;
  children: ReactNode;
}) {
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: further tabs move the current one
  useLayoutEffect(() => {
    const tab = nav.current?.querySelector("[aria-current]");
    if (!chips || !nav.current || !tab) return;
    const row = nav.current.getBoundingClientRect();
    const { left, width } = tab.getBoundingClientRect();
    nav.current.scrollLeft += left - row.left - (row.width - width) / 2;
  }, [chips, current, tabs.length]);
  return (
    <div className={styles.withSide}>
      <nav ref={nav} className={cx(styles.side, chips ? styles.chips : styles.tabs)} aria-label={label}>
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
}
