import { type ReactNode, useId } from "react";
import { cardClass } from "#web/ui/card.tsx";
import { Counter } from "#web/ui/counter.tsx";
import { cx } from "#web/ui/cx.ts";
import { Hint } from "#web/ui/hint.tsx";
import { inputClass, limited } from "#web/ui/input.tsx";
import styles from "./rows.module.css";

/** A box of labelled values. */
export const Rows = ({ children }: { children: ReactNode }) => (
  <dl className={cx(cardClass({ card: true }), styles.rows)}>{children}</dl>
);

export const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.row}>
    <dt className={styles.label}>{label}</dt>
    <dd className={styles.value}>{children}</dd>
  </div>
);

/** An input of the profile, with its label at the left, counter and validation error below. */
export function EditRow({
  label,
  max,
  value,
  error,
  multiline = false,
  autoComplete,
  onText,
}: {
  label: string;
  max: number;
  value: string;
  /** The server's message about an invalid text. */
  error: string | undefined;
  multiline?: boolean;
  autoComplete?: string;
  onText: (text: string) => void;
}) {
  const id = useId();
  const control = {
    id,
    value,
    className: inputClass,
    "aria-describedby": cx(error && `${id}-fault`, `${id}-count`),
    "aria-invalid": error ? true : undefined,
    ...limited(max, onText),
  };
  return (
    <div className={cx(styles.row, styles.top)}>
      <label className={cx(styles.label, styles.beside)} htmlFor={id}>
        {label}
      </label>
      <div className={styles.control}>
        {multiline ? (
          <textarea {...control} className={cx(inputClass, styles.text)} />
        ) : (
          <input {...control} autoComplete={autoComplete} />
        )}
        <div className={styles.below}>
          {error && (
            <Hint id={`${id}-fault`} tone="error">
              {error}
            </Hint>
          )}
          <Counter id={`${id}-count`} text={value} max={max} />
        </div>
      </div>
    </div>
  );
}

/** A row with a control that consists of several elements. */
export function EditGroupRow({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend that a grid cannot position
    <div className={cx(styles.row, styles.top)} role="group" aria-labelledby={id}>
      <span className={cx(styles.label, styles.beside)} id={id}>
        {label}
      </span>
      {children}
    </div>
  );
}
