import { Select as Base } from "@base-ui/react/select";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Field, type FieldControl } from "./field.tsx";
import { Icon } from "./icon.tsx";
import menu from "./menu.module.css";
import styles from "./select.module.css";

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
}

/** A choice of one among few, named by `aria-label` or a field round it. `pill` is the quiet form inside tables. */
export const Choices = <T extends string>({
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
} & Partial<FieldControl> & { "aria-label"?: string }) => (
  <Base.Root
    value={value}
    onValueChange={(next) => next !== null && onPick(next)}
    items={choices}
    modal={false}
  >
    <Base.Trigger {...control} className={cx(styles.select, pill && styles.pill)}>
      <Base.Value placeholder={placeholder} />
      <Icon name="down" size="small" />
    </Base.Trigger>
    <Base.Portal>
      <Base.Positioner className={menu.positioner} alignItemWithTrigger={false} sideOffset={6}>
        <Base.Popup className={menu.menu}>
          {choices.map((choice) => (
            <Base.Item key={choice.value} value={choice.value} className={menu.item}>
              <Base.ItemText>{choice.label}</Base.ItemText>
              <Base.ItemIndicator>
                <Icon name="check" size="small" />
              </Base.ItemIndicator>
            </Base.Item>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

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
