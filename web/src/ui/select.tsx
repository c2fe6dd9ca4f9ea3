import { Icon } from "./icon.tsx";
import styles from "./select.module.css";

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
}

interface SelectProps<T extends string> {
  readonly "aria-label": string;
  /** Null shows the placeholder, which cannot be selected again. */
  readonly value: T | null;
  readonly placeholder?: string;
  readonly choices: readonly Choice<T>[];
  readonly onPick: (value: T) => void;
  /** The choice gets the pointer or the focus. */
  readonly onNear?: (() => void) | undefined;
}

/** A choice of one among few: the browser's native list and keys with the product's appearance. */
export const Select = <T extends string>({
  value,
  placeholder,
  choices,
  onPick,
  onNear,
  ...label
}: SelectProps<T>) => (
  <span className={styles.box}>
    <select
      {...label}
      className={styles.select}
      onPointerEnter={onNear}
      onFocus={onNear}
      value={value ?? ""}
      data-placeholder={value === null ? "" : undefined}
      onChange={({ currentTarget }) => {
        const choice = choices.find((one) => one.value === currentTarget.value);
        if (choice) onPick(choice.value);
      }}
    >
      {value === null && (
        <option value="" disabled hidden>
          {placeholder}
        </option>
      )}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
    <Icon name="down" size="small" />
  </span>
);
