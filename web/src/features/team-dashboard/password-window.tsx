import { useId, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { inputClass } from "#web/ui/input.tsx";
import styles from "./join.module.css";

/** The window that asks for the team's four digits (spec/ui.md §10). */
export function PasswordWindow({
  isOpen,
  isPending,
  password,
  onType,
  onSubmit,
  onClose,
}: {
  isOpen: boolean;
  isPending: boolean;
  password: string;
  onType: (password: string) => void;
  onSubmit: () => void;
  onClose: () => void;
}) {
  const form = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="팀 비밀번호를 입력해 주세요"
      text="방장에게 받은 네 자리 숫자예요."
      initialFocus={input}
      buttons={
        <Button type="submit" form={form} wide pending={isPending}>
          팀 참가하기 →
        </Button>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <input
          ref={input}
          className={cx(inputClass, styles.password)}
          placeholder="PASSWORD"
          aria-label="비밀번호"
          inputMode="numeric"
          autoComplete="off"
          value={password}
          onChange={(event) => onType(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
