import { type ReactNode, useId } from "react";
import { Counter } from "./counter.tsx";
import styles from "./field.module.css";
import { Hint } from "./hint.tsx";

export interface FieldFrame {
  label: ReactNode;
  /** Shown in a lighter colour after the label, e.g. `선택`. */
  note?: string | undefined;
  /** Maximum length in user-perceived characters; shows the counter. */
  max?: number | undefined;
  /** One sentence below. `error` marks the control as invalid. */
  hint?: ReactNode;
  tone?: "plain" | "ok" | "error" | undefined;
}

/** Ids that connect a control inside a field to its label and hint. */
interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

/** Label and counter above a control, hint below it. */
export function Field({
  label,
  note,
  max,
  value,
  hint,
  tone = "plain",
  children,
}: FieldFrame & { value?: string | undefined; children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, max !== undefined && `${id}-count`].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label className={styles.label} htmlFor={id}>
          {label}
          {note && <small> {note}</small>}
        </label>
        {max !== undefined && <Counter id={`${id}-count`} text={value ?? ""} max={max} />}
      </div>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": tone === "error" || undefined,
      })}
      {hint && (
        <Hint id={`${id}-hint`} tone={tone}>
          {hint}
        </Hint>
      )}
    </div>
  );
}

/** Several controls under one heading, e.g. an image input or a check box. */
export function FieldGroup({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend that grids cannot place
    <div className={styles.field} role="group" aria-labelledby={id}>
      <span className={styles.label} id={id}>
        {label}
        {note && <small> {note}</small>}
      </span>
      {children}
    </div>
  );
}
