import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { Field, type FieldControl } from "./field.tsx";
import { Icon } from "./icon.tsx";
import menu from "./menu.module.css";
import { letterMove, listMove, usePopup } from "./popup.ts";
import styles from "./select.module.css";

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
}

/**
 * A choice of one among few, named by `aria-label` or a field round it. `pill` is the quiet form inside tables. The
 * focus stays on the button while the keys walk through the open list.
 */
export function Choices<T extends string>({
  value,
  placeholder,
  choices,
  pill = false,
  onPick,
  ...control
}: {
  value: T | null;
  placeholder?: string | undefined;
  choices: readonly Choice<T>[];
  pill?: boolean;
  onPick: (value: T) => void;
} & Partial<FieldControl> & { "aria-label"?: string }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** Place of the entry that Enter would pick; null while the list is closed. */
  const [active, setActive] = useState<number | null>(null);
  const isOpen = active !== null;
  const close = () => setActive(null);
  const open = () =>
    setActive(
      Math.max(
        0,
        choices.findIndex((choice) => choice.value === value),
      ),
    );
  const pick = (choice: Choice<T> | undefined) => {
    close();
    if (choice) onPick(choice.value);
  };
  usePopup({ anchor: button, popup: list, open: isOpen, align: "start", onClose: close });
  useEffect(() => {
    if (active !== null) list.current?.children[active]?.scrollIntoView?.({ block: "nearest" });
  }, [active]);

  const walk = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = active ?? -1;
    const texts = choices.map(({ label }) => label);
    const next = listMove(event.key, at, choices.length) ?? letterMove(event.key, at, texts);
    if (active === null) {
      if (next === undefined && event.key !== "Enter" && event.key !== " ") return;
      open();
    } else if (event.key === "Tab") return pick(choices[active]);
    else if (event.key === "Enter" || event.key === " ") pick(choices[active]);
    else if (event.key === "Escape") close();
    else if (next !== undefined) setActive(next);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <button
        {...control}
        ref={button}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        data-placeholder={value === null ? "" : undefined}
        className={cx(styles.select, pill && styles.pill)}
        onClick={() => (isOpen ? close() : open())}
        onKeyDown={walk}
      >
        {choices.find((choice) => choice.value === value)?.label ?? placeholder}
        <Icon name="down" size="small" />
      </button>
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label={control["aria-label"] ?? placeholder ?? "선택"}
          className={menu.menu}
        >
          {choices.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the button has the focus and takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the button has the focus and points here
            <div
              key={choice.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={choice.value === value}
              className={cx(menu.item, index === active && menu.active)}
              onPointerMove={() => setActive(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(choice)}
            >
              {choice.label}
              {choice.value === value && (
                <span className={menu.mark}>
                  <Icon name="check" size="small" />
                </span>
              )}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** A labelled choice of one among few. */
export function Select<T extends string>({
  label,
  hint,
  options,
  ...rest
}: {
  label: ReactNode;
  hint?: ReactNode;
  value: T | null;
  placeholder?: string;
  options: readonly T[];
  onPick: (value: T) => void;
}) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Choices
          {...rest}
          {...control}
          choices={options.map((option) => ({ value: option, label: option }))}
        />
      )}
    </Field>
  );
}
