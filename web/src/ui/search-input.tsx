import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import { IconButton } from "./icon-button.tsx";
import { inputClass } from "./input.tsx";
import styles from "./search-input.module.css";

/** A search box with a magnifier and a clear button. `label` names it. */
export const SearchInput = ({
  label,
  value,
  onText,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "value" | "type"> & {
  label: string;
  value: string;
  onText: (text: string) => void;
}) => (
  <div className={cx(styles.search, className)}>
    <Icon name="search" className={styles.icon} />
    <input
      {...rest}
      type="search"
      aria-label={label}
      className={cx(inputClass, styles.input)}
      value={value}
      onChange={(event) => onText(event.target.value)}
    />
    {value && <IconButton icon="x" label="지우기" className={styles.clear} onClick={() => onText("")} />}
  </div>
);
