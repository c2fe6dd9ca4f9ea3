import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Link } from "react-router-dom";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import { letterMove, listMove, rowMove } from "./list-keys.ts";
import styles from "./menu.module.css";
import { Popover } from "./popover.tsx";

/** Closes the menu; the focus returns to its button. */
const Close = createContext<() => void>(() => undefined);

interface TriggerProps {
  ref?: Ref<HTMLButtonElement>;
  id?: string;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
  "aria-controls"?: string | undefined;
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

const entriesOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>("[role^=menuitem]")];

/** The target of a horizontal arrow key from an entry in a row. */
function besides(key: string, entry: Element | undefined): HTMLElement | undefined {
  const row = entry?.closest("[data-row]");
  if (!entry || !row) return undefined;
  const entries = entriesOf(row);
  return entries[rowMove(key, entries.indexOf(entry as HTMLElement), entries.length) ?? -1];
}

/** A dropdown: opens on click or by an arrow key, which then moves the focus. At most 500 px high. */
export function Menu({
  trigger,
  panel = false,
  align = "end",
  onOpen,
  children,
}: {
  /** The button; receives the handlers and aria attributes. */
  trigger: ReactElement<TriggerProps>;
  /** The larger variant of the header. */
  panel?: boolean;
  align?: "start" | "end";
  onOpen?: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<"first" | "last" | null>(null);
  const open = (at: "first" | "last") => {
    setOpened(at);
    onOpen?.();
  };
  const close = () => {
    setOpened(null);
    button.current?.focus();
  };

  useEffect(() => {
    if (opened === null || !menu.current) return;
    const entries = entriesOf(menu.current);
    // A menu with a single choice opens with the focus on the chosen entry.
    const isChoice = entries.every((entry) => entry.role === "menuitemradio");
    const chosen = isChoice ? entries.find((entry) => entry.ariaChecked === "true") : undefined;
    (chosen ?? entries.at(opened === "first" ? 0 : -1) ?? menu.current).focus();
  }, [opened]);

  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    const entries = entriesOf(event.currentTarget);
    const at = entries.indexOf(document.activeElement as HTMLElement);
    const texts = entries.map(({ textContent }) => textContent ?? "");
    const index = listMove(event.key, at, entries.length) ?? letterMove(event.key, at, texts);
    const next = besides(event.key, entries[at]) ?? entries[index ?? -1];
    if (event.key === "Tab") return close();
    if (event.key === "Enter" || event.key === " ") entries[at]?.click();
    else if (next) next.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id: trigger.props.id ?? `${id}-button`,
        "aria-haspopup": "menu",
        "aria-expanded": opened !== null,
        "aria-controls": opened === null ? undefined : id,
        onClick: () => (opened === null ? open("first") : close()),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          open(event.key === "ArrowDown" ? "first" : "last");
        },
      })}
      {opened !== null && (
        <Popover
          ref={menu}
          id={id}
          role="menu"
          anchor={button}
          align={align}
          aria-labelledby={trigger.props.id ?? `${id}-button`}
          className={cx(styles.menu, panel && styles.panel)}
          onClose={() => setOpened(null)}
          onKeyDown={moveByKey}
        >
          <Close value={close}>{children}</Close>
        </Popover>
      )}
    </>
  );
}

/** Arrow keys continue from the entry under the pointer. */
const underPointer = {
  onPointerMove: ({ currentTarget }: { currentTarget: HTMLElement }) =>
    currentTarget !== document.activeElement && currentTarget.focus({ preventScroll: true }),
};

export function MenuItem({
  danger = false,
  disabled = false,
  onClick,
  children,
}: {
  danger?: boolean;
  /** It can be reached, and tells why it cannot be used. */
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const close = use(Close);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the menu round it turns the keys into clicks
    <div
      {...underPointer}
      tabIndex={-1}
      role="menuitem"
      aria-disabled={disabled || undefined}
      className={cx(styles.item, danger && styles.danger)}
      onClick={() => {
        if (disabled) return;
        close();
        onClick();
      }}
    >
      {children}
    </div>
  );
}

/** An entry that links to another page of the product. */
export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  const close = use(Close);
  return (
    <Link {...underPointer} tabIndex={-1} role="menuitem" className={styles.item} to={to} onClick={close}>
      {children}
    </Link>
  );
}

/** One of several mutually exclusive options. `onPick` may move the focus elsewhere than to the button. */
export function MenuRadio({
  picked,
  onPick,
  children,
}: {
  picked: boolean;
  onPick: () => void;
  children: ReactNode;
}) {
  const close = use(Close);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the menu round it turns the keys into clicks
    <div
      {...underPointer}
      tabIndex={-1}
      role="menuitemradio"
      aria-checked={picked}
      className={styles.item}
      onClick={() => {
        close();
        onPick();
      }}
    >
      {children}
      {picked && (
        <span className={styles.mark}>
          <Icon name="check" size="small" />
        </span>
      )}
    </div>
  );
}

export const MenuRule = () => <hr className={styles.rule} />;

interface GroupProps {
  label: string;
  /** Few short options side by side; the label is only for screen readers. */
  row?: boolean;
  children: ReactNode;
}

/** Entries under a small heading, or in a row. */
export function MenuGroup({ label, row = false, children }: GroupProps) {
  const id = useId();
  if (row)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
      <div role="group" aria-label={label} className={styles.row} data-row="">
        {children}
      </div>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
    <div role="group" aria-labelledby={id}>
      <div id={id} className={styles.head}>
        {label}
      </div>
      {children}
    </div>
  );
}
