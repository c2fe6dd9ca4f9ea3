import { type ReactNode, useId } from "react";
import { isBlank } from "#contracts/texts";
import { Counter, isLonger } from "./counter.tsx";
import styles from "./field.module.css";
import { HiddenText } from "./hidden-text.tsx";
import { Hint } from "./hint.tsx";
import { Row } from "./layout.tsx";
import { lacking } from "./wrong-fields.ts";

export interface FieldFrame {
  label: ReactNode;
  /** Shown in a lighter colour after the label, e.g. `선택`. */
  note?: string | undefined;
  /** Maximum length in user-perceived characters; shows the counter. A longer text stays, and is named as wrong. */
  max?: number | undefined;
  required?: boolean | undefined;
  /** Whether a required value is missing or incomplete; by default whether the text is blank. */
  lacks?: boolean | undefined;
  /** One sentence below. `error` marks the control as invalid. */
  hint?: ReactNode;
  tone?: "plain" | "ok" | "error" | undefined;
}

/** Ids that connect a control inside a field to its label and hint. */
interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
  "data-lacks": "" | undefined;
}

/** Label and counter above a control, hint below it. */
export function Field({
  label,
  note,
  max,
  required = false,
  value,
  lacks = isBlank(value),
  children,
  ...given
}: FieldFrame & { value: string; children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const isTooLong = max !== undefined && isLonger(value, max);
  const { hint, tone = "plain" } = isTooLong
    ? ({ hint: `${max}자까지 쓸 수 있어요`, tone: "error" } as const)
    : given;
  return (
    <div className={styles.field}>
      <Row gap={12} align="baseline" justify="space-between">
        <label className={styles.label} htmlFor={id}>
          {label}
          {note && <small> {note}</small>}
        </label>
        {max !== undefined && <Counter text={value} max={max} />}
      </Row>
      {children({
        id,
        "aria-describedby": hint ? `${id}-hint` : undefined,
        "aria-invalid": tone === "error" || undefined,
        "aria-required": required || undefined,
        ...lacking(required && lacks),
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
export function FieldGroup({
  label,
  note,
  required = false,
  lacks = false,
  children,
}: {
  label: string;
  note?: string;
  required?: boolean;
  /** Whether a required choice is missing. */
  lacks?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend that grids cannot place
    <div className={styles.field} role="group" aria-labelledby={id} {...lacking(required && lacks)}>
      <span className={styles.label} id={id}>
        {label}
        {required && <HiddenText> 필수</HiddenText>}
        {note && <small> {note}</small>}
      </span>
      {children}
    </div>
  );
}
