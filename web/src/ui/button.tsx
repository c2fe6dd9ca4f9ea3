import type { ComponentProps, MouseEvent } from "react";
import { Link, type LinkProps } from "#web/lib/link.tsx";
import styles from "./button.module.css";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";

export interface ButtonLook {
  look?:
    | "primary"
    | "action"
    | "problem"
    | "soft"
    | "neutral"
    | "ghost"
    | "danger"
    | "dangerSoft"
    | "kakao"
    | undefined;
  size?: "small" | "medium" | "large" | undefined;
  wide?: boolean | undefined;
}

export const buttonClass = ({ look = "primary", size = "medium", wide = false }: ButtonLook) =>
  cx(
    styles.button,
    styles[look],
    size === "small" && styles.small,
    size === "large" && styles.large,
    wide && styles.wide,
  );

/**
 * While `pending` it is grey, keeps its label and its focus, and ignores further clicks (spec/ui.md §6.3). The same
 * holds for `aria-disabled`, for buttons that are disabled for a moment. At most one `primary`, `action` or `problem`
 * button per region.
 */
export function Button({
  look,
  size,
  wide,
  pending = false,
  className,
  children,
  onClick,
  type = "button",
  "aria-disabled": isOff = false,
  ...rest
}: ComponentProps<"button"> & ButtonLook & { pending?: boolean | undefined }) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending || isOff) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={cx(buttonClass({ look, size, wide }), pending && styles.pending, className)}
      aria-disabled={pending || isOff || undefined}
      aria-busy={pending || undefined}
      onClick={click}
    >
      {pending && <Spinner />}
      <span className={styles.label}>{children}</span>
    </button>
  );
}

/** A link inside the product that looks like a button. */
export const ButtonLink = ({ look, size, wide, className, ...rest }: LinkProps & ButtonLook) => (
  <Link {...rest} className={cx(buttonClass({ look, size, wide }), className)} />
);
