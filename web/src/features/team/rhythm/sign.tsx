import type { DayState } from "#contracts/rhythm/days";
import { cx } from "#web/ui/cx.ts";
import styles from "./sign.module.css";

export type SignKind = Exclude<DayState, "off">;

const shapes: Readonly<Record<SignKind, string>> = {
  wrote: "M6 .5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11Z",
  excused: "M6 .5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11ZM6 2.1v7.8a3.9 3.9 0 0 0 0-7.8Z",
  rest: "M1.9 4.9h8.2a1.1 1.1 0 0 1 0 2.2H1.9a1.1 1.1 0 0 1 0-2.2Z",
  missed: "M6 .5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11ZM6 2.3a3.7 3.7 0 1 0 0 7.4a3.7 3.7 0 0 0 0-7.4Z",
  open: "M6 4.2a1.8 1.8 0 1 1 0 3.6a1.8 1.8 0 0 1 0-3.6Z",
};

/** ● ◐ – ○ ·, told apart by their shape. Decorative: words stand beside it or name its control. */
export const Sign = ({ kind }: { kind: SignKind }) => (
  <svg className={cx(styles.sign, styles[kind])} viewBox="0 0 12 12" aria-hidden="true">
    <path d={shapes[kind]} fillRule="evenodd" />
  </svg>
);
