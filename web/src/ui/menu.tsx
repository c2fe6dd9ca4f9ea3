import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router-dom";
import { cx } from "./cx.ts";
import styles from "./menu.module.css";

/** A dropdown: opens on click, closes on any other click or Escape, arrow keys walk through it. At most 500 px high. */
export const Menu = ({
  trigger,
  panel = false,
  align = "end",
  onOpenChange,
  children,
}: {
  /** The button; receives the handlers and aria attributes. */
  trigger: ReactElement;
  /** The roomier form of the header. */
  panel?: boolean;
  align?: "start" | "center" | "end";
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}) => (
  <Base.Root modal={false} onOpenChange={onOpenChange}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner className={styles.positioner} align={align} sideOffset={8} collisionPadding={16}>
        <Base.Popup className={cx(styles.menu, panel && styles.panel)}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

export const MenuItem = ({
  danger = false,
  onClick,
  disabled = false,
  children,
}: {
  danger?: boolean;
  onClick: () => void;
  disabled?: boolean;
  children: ReactNode;
}) => (
  <Base.Item className={cx(styles.item, danger && styles.danger)} onClick={onClick} disabled={disabled}>
    {children}
  </Base.Item>
);

/** An entry that leads to another page of the product. */
export const MenuLink = ({ to, state, children }: { to: string; state?: unknown; children: ReactNode }) => (
  <Base.LinkItem className={styles.item} closeOnClick render={<Link to={to} state={state} />}>
    {children}
  </Base.LinkItem>
);

export const MenuRule = () => <Base.Separator className={styles.rule} />;

/** Entries under a small heading. */
export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <Base.Group>
    <Base.GroupLabel className={styles.head}>{label}</Base.GroupLabel>
    {children}
  </Base.Group>
);
