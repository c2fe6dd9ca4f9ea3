import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./icon-button.module.css";

/** A round button that shows only an icon; `label` names it. While `disabled` it keeps its focus and ignores clicks. */
export const IconButton = ({
  icon,
  label,
  look = "plain",
  className,
  type = "button",
  disabled,
  onClick,
  ...rest
}: Omit<ComponentProps<"button">, "children"> & {
  icon: IconName;
  label: string;
  look?: "plain" | "line" | "danger";
}) => (
  <button
    {...rest}
    type={type}
    aria-label={label}
    aria-disabled={disabled || undefined}
    onClick={disabled ? undefined : onClick}
    title={rest.title ?? label}
    className={cx(styles.button, look !== "plain" && styles[look], className)}
  >
    <Icon name={icon} />
  </button>
);
