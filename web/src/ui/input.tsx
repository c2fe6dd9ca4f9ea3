import type { ChangeEvent, ComponentProps, CompositionEvent } from "react";
import { cutTo } from "#contracts/limits";
import { cx } from "./cx.ts";
import { Field, type FieldFrame } from "./field.tsx";
import styles from "./input.module.css";

/** The class of a text control, for controls that stand outside a field. */
export const inputClass = styles.input as string;

type TextProps = FieldFrame & { value: string; onText: (text: string) => void };
type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Keeps a text within `max` user-perceived characters, but leaves a syllable alone while it is being composed. */
export const limited = (max: number | undefined, onText: (text: string) => void) => {
  const cut = (text: string) => (max === undefined ? text : cutTo(text, max));
  return {
    onChange: ({ target, nativeEvent }: ChangeEvent<TextControl>) =>
      onText((nativeEvent as InputEvent).isComposing ? target.value : cut(target.value)),
    onCompositionEnd: ({ currentTarget }: CompositionEvent<TextControl>) => onText(cut(currentTarget.value)),
  };
};

/** A labelled single-line text with optional counter and hint. Controlled: `value` and `onText`. */
export const TextInput = ({
  label,
  note,
  max,
  hint,
  tone,
  value,
  onText,
  className,
  ...rest
}: TextProps & Omit<ComponentProps<"input">, "value" | "max">) => (
  <Field label={label} note={note} max={max} hint={hint} tone={tone} value={value}>
    {(control) => (
      <input
        {...rest}
        {...control}
        className={cx(inputClass, className)}
        value={value}
        {...limited(max, onText)}
      />
    )}
  </Field>
);

/** A labelled text of several lines with optional counter and hint. */
export const TextArea = ({
  label,
  note,
  max,
  hint,
  tone,
  value,
  onText,
  className,
  ...rest
}: TextProps & Omit<ComponentProps<"textarea">, "value">) => (
  <Field label={label} note={note} max={max} hint={hint} tone={tone} value={value}>
    {(control) => (
      <textarea
        {...rest}
        {...control}
        className={cx(inputClass, className)}
        value={value}
        {...limited(max, onText)}
      />
    )}
  </Field>
);
