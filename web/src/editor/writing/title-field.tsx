import type { Ref } from "react";
import { limits } from "#contracts/limits";
import { isBlank } from "#contracts/texts";
import { isComposed } from "../../lib/composed-key.ts";
import { Counter } from "../../ui/counter.tsx";
import { fitted } from "../../ui/input.tsx";
import { lacking } from "../../ui/wrong-fields.ts";
import styles from "./write-screen.module.css";

interface TitleFieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly value: string;
  readonly placeholder: string;
  readonly disabled?: boolean;
  /** Whether the title is being sent. */
  readonly busy?: boolean;
  /** Maximum number of characters. */
  readonly limit: () => number;
  /** `isFinished` is false during a composition: only finished text may be cut to the limit. */
  readonly onText: (text: string, isFinished: boolean) => void;
  readonly onEnter: () => void;
}

/** The title of a post with its counter. Input beyond the limit is ignored. */
export const TitleField = ({
  ref,
  value,
  placeholder,
  disabled,
  busy,
  limit,
  onText,
  onEnter,
}: TitleFieldProps) => (
  <label className={styles.title}>
    <input
      ref={ref}
      aria-label="제목"
      aria-required
      {...lacking(isBlank(value))}
      value={value}
      placeholder={placeholder}
      disabled={disabled}
      readOnly={busy}
      aria-busy={busy || undefined}
      autoComplete="off"
      enterKeyHint="next"
      onChange={({ target, nativeEvent }) => {
        const isFinished = !(nativeEvent instanceof InputEvent && nativeEvent.isComposing);
        onText(isFinished ? fitted(target, limit()) : target.value, isFinished);
      }}
      onCompositionEnd={({ currentTarget }) => onText(fitted(currentTarget, limit()), true)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || isComposed(event.nativeEvent)) return;
        event.preventDefault();
        onEnter();
      }}
    />
    <Counter text={value} max={limits.postTitle} />
  </label>
);
