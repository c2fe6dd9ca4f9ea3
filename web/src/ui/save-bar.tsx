import { type FocusEvent, type RefObject, useRef } from "react";
import { useAnnounced } from "./announcer.tsx";
import { Button } from "./button.tsx";
import styles from "./save-bar.module.css";

/** Class of a form with the bar: a focused control is not covered by it. */
export const saveBarForm = styles.form as string;

/** The focus of a form whose bar comes and goes with its unsaved changes. */
export function useSaveBar(isDirty: boolean) {
  useAnnounced(isDirty && "저장하지 않은 변경이 생겼어요");
  const bar = useRef<HTMLElement>(null);
  /** The control that had the focus before the bar. */
  const changed = useRef<HTMLElement>(null);
  return {
    bar,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      if (!bar.current?.contains(target)) changed.current = target;
    },
    /** Called when the bar, which may have the focus, is being removed. */
    leave() {
      if (bar.current?.contains(document.activeElement)) changed.current?.focus({ preventScroll: true });
    },
  };
}

/** At the bottom of a form with unsaved changes: undo and save all of them. */
export const SaveBar = ({
  bar,
  pending,
  disabled = false,
  onUndo,
}: {
  bar: RefObject<HTMLElement | null>;
  pending: boolean;
  disabled?: boolean;
  onUndo: () => void;
}) => (
  <section ref={bar} className={styles.bar} aria-label="저장하지 않은 변경">
    <p>저장하지 않은 변경이 있어요</p>
    <Button look="ghost" size="small" onClick={onUndo}>
      되돌리기
    </Button>
    <Button type="submit" size="small" disabled={disabled} pending={pending}>
      저장하기
    </Button>
  </section>
);
