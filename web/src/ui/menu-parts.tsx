import { Menu as Base } from "@base-ui/react/menu";
import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { cx } from "./cx.ts";
import styles from "./menu.module.css";

/** See `Menu`; opens at once, as the press that brought it here wanted. */
export function MenuRoot({
  trigger,
  panel,
  align,
  opensAtOnce,
  onOpenChange,
  children,
}: {
  trigger: ReactElement;
  panel: boolean;
  align: "start" | "center" | "end";
  opensAtOnce: boolean;
  onOpenChange: ((open: boolean) => void) | undefined;
  children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const owed = useRef(opensAtOnce);
  useEffect(() => {
    if (!owed.current) return;
    owed.current = false;
    button.current?.focus();
    button.current?.click();
  }, []);
  return (
    <Base.Root modal={false} onOpenChange={onOpenChange}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align={align} sideOffset={8} collisionPadding={16}>
          <Base.Popup className={cx(styles.menu, panel && styles.panel)}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export const Item = ({
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

export const ItemLink = ({ to, state, children }: { to: string; state?: unknown; children: ReactNode }) => (
  <Base.LinkItem className={styles.item} closeOnClick render={<Link to={to} state={state} />}>
    {children}
  </Base.LinkItem>
);

export const Rule = () => <Base.Separator className={styles.rule} />;

export const Group = ({ label, children }: { label: string; children: ReactNode }) => (
  <Base.Group>
    <Base.GroupLabel className={styles.head}>{label}</Base.GroupLabel>
    {children}
  </Base.Group>
);
