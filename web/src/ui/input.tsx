import { type ChangeEvent, type ComponentProps, type CompositionEvent, createElement } from "react";
import { cutTo, lengthOf } from "#contracts/limits";
import { cx } from "./cx.ts";
import { Field, type FieldFrame } from "./field.tsx";
import styles from "./input.module.css";

/** The class of a text control, for controls that stand outside a field. */
export const inputClass = styles.input as string;

type TextProps = FieldFrame & { value: string; onText: (text: string) => void };
type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * The text of a control within `max` user-perceived characters: of what was just typed, before the caret, goes what has no
 * place. What stands behind the caret was there before.
 */
export function fitted(control: TextControl, max: number): string {
  const { value, selectionEnd } = control;
  if (lengthOf(value) > max) {
    const behind = cutTo(value.slice(selectionEnd ?? max), max);
    control.value = cutTo(value.slice(0, selectionEnd ?? max), max - lengthOf(behind)) + behind;
    control.selectionEnd = control.value.length - behind.length;
  }
  return control.value;
}

/** Keeps a text within `max` user-perceived characters, but leaves a syllable alone while it is being composed. */
export const limited = (max = Infinity, onText: (text: string) => void) => ({
  onChange: ({ target, nativeEvent }: ChangeEvent<TextControl>) =>
    onText((nativeEvent as InputEvent).isComposing ? target.value : fitted(target, max)),
  onCompositionEnd: ({ currentTarget }: CompositionEvent<TextControl>) => onText(fitted(currentTarget, max)),
});

/** A labelled text with optional counter and hint. Controlled: `value` and `onText`. */
function labelled<Tag extends "input" | "textarea">(tag: Tag) {
  type Props = TextProps & Omit<ComponentProps<Tag>, "value" | "max">;
  return ({ label, note, max, hint, tone, value, onText, className, ...rest }: Props) => (
    <Field label={label} note={note} max={max} hint={hint} tone={tone} value={value}>
      {(control) =>
        createElement<object>(tag, {
          ...rest,
          ...control,
          className: cx(inputClass, className),
          value,
          ...limited(max, onText),
        })
      }
    </Field>
  );
}
export const TextInput = labelled("input");
export const TextArea = labelled("textarea");
