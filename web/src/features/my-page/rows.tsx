import { type ReactNode, useId } from "react";
import { isBlank } from "#contracts/texts";
import { cardClass } from "#web/ui/card.tsx";
import { Counter, isLonger } from "#web/ui/counter.tsx";
import { cx } from "#web/ui/cx.ts";
import { Hint } from "#web/ui/hint.tsx";
import { counted, inputClass } from "#web/ui/input.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { lacking } from "#web/ui/wrong-fields.ts";
import styles from "./my-page.module.css";

/** A box of labelled values. */
export const Rows = ({ children }: { children: ReactNode }) => (
  <dl className={cx(cardClass({ card: true }), styles.rows)}>{children}</dl>
);

export const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.rowsRow}>
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
  const wrong = isLonger(value, max) ? `${max}자까지 쓸 수 있어요` : error;
  const control = {
    id,
    ...counted(value, max, onText),
    className: inputClass,
    "aria-describedby": wrong && `${id}-fault`,
    "aria-invalid": wrong ? true : undefined,
    "aria-required": true,
    ...lacking(isBlank(value)),
  };
  return (
    <div className={cx(styles.rowsRow, styles.top)}>
      <label className={cx(styles.label, styles.beside)} htmlFor={id}>
        {label}
      </label>
      <Stack gap={8}>
        {multiline ? (
          <textarea {...control} className={cx(inputClass, styles.text)} />
        ) : (
          <input {...control} autoComplete={autoComplete} />
        )}
        <div className={styles.below}>
          {wrong && (
            <Hint id={`${id}-fault`} tone="error">
              {wrong}
            </Hint>
          )}
          <Counter text={value} max={max} />
        </div>
      </Stack>
    </div>
  );
}

/** A row with a control that consists of several elements. */
export function EditGroupRow({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend that a grid cannot position
    <div className={cx(styles.rowsRow, styles.top)} role="group" aria-labelledby={id}>
      <span className={cx(styles.label, styles.beside)} id={id}>
        {label}
      </span>
      {children}
    </div>
  );
}
