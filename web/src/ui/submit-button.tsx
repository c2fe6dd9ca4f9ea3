import { type ComponentProps, useId } from "react";
import { announce } from "./announcer.tsx";
import styles from "./button.module.css";
import { Button } from "./button.tsx";
import { Hint } from "./hint.tsx";
import { firstWrong } from "./wrong-fields.ts";

type SubmitButtonProps = ComponentProps<typeof Button> & {
  /** Why the form cannot be submitted yet. */
  readonly reason: string | undefined;
};

/**
 * The submit button of a form. It keeps its place in the tab order while the form is incomplete, tells the reason, and
 * moves the focus to the field that is wrong when it is pressed.
 */
export function SubmitButton({ reason, ...button }: SubmitButtonProps) {
  const id = useId();
  const isOff = reason !== undefined && !button.pending;
  return (
    <>
      <Button
        {...button}
        type="submit"
        aria-disabled={isOff}
        aria-describedby={isOff ? id : undefined}
        onClickCapture={({ currentTarget }) => {
          if (!isOff) return;
          announce(reason);
          firstWrong(currentTarget.form)?.focus();
        }}
      />
      {isOff && (
        <span className={styles.reason}>
          <Hint id={id}>{reason}</Hint>
        </span>
      )}
    </>
  );
}
