import { type ChangeEvent, type ComponentProps, type CompositionEvent, createElement } from "react";
import { cutTo, lengthOf } from "#contracts/limits";
import { announce } from "./announcer.tsx";
import { isLonger } from "./counter.tsx";
import { cx } from "./cx.ts";
import { Field, type FieldFrame } from "./field.tsx";
import styles from "./input.module.css";

/** Class of a text control, for controls outside of a field. */
export const inputClass = styles.input as string;

type TextProps = FieldFrame & { value: string; onText: (text: string) => void };
type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * The value of a control cut to `max` user-perceived characters: excess is removed from the text just typed, before the
 * caret, because the text behind it was there before.
 */
export function fitted(control: TextControl, max: number): string {
  const { value, selectionEnd } = control;
  if (lengthOf(value) > max) {
    const behind = cutTo(value.slice(selectionEnd ?? max), max);
    control.value = cutTo(value.slice(0, selectionEnd ?? max), max - lengthOf(behind)) + behind;
    control.selectionEnd = control.value.length - behind.length;
    announce(`${max}자까지 쓸 수 있어요`);
  }
  return control.value;
}

/** A text that may become too long, which the control then says. */
export const counted = (value: string, max: number, onText: (text: string) => void) => ({
  value,
  "aria-invalid": isLonger(value, max) || undefined,
  onChange: ({ target }: ChangeEvent<TextControl>) => onText(target.value),
});

/** Limits a text to `max` user-perceived characters, except during a composition. */
export const limited = (max = Infinity, onText: (text: string) => void) => ({
  onChange: ({ target, nativeEvent }: ChangeEvent<TextControl>) =>
    onText((nativeEvent as InputEvent).isComposing ? target.value : fitted(target, max)),
  onCompositionEnd: ({ currentTarget }: CompositionEvent<TextControl>) => onText(fitted(currentTarget, max)),
});

/** A labelled text control with optional counter and hint. Controlled by `value` and `onText`. */
function labelled<Tag extends "input" | "textarea">(tag: Tag) {
  type Props = TextProps & Omit<ComponentProps<Tag>, "value" | "max">;
  return ({ label, note, max, hint, tone, required, lacks, value, onText, className, ...rest }: Props) => (
    <Field
      label={label}
      note={note}
      max={max}
      hint={hint}
      tone={tone}
      required={required}
      lacks={lacks}
      value={value}
    >
      {(control) =>
        createElement<object>(tag, {
          ...rest,
          ...control,
          className: cx(inputClass, className),
          value,
          onChange: ({ target }: ChangeEvent<TextControl>) => onText(target.value),
        })
      }
    </Field>
  );
}
export const TextInput = labelled("input");
export const TextArea = labelled("textarea");
