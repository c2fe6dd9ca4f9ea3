import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, type RefObject, useRef } from "react";
import { focusBefore } from "#web/lib/restored-focus.ts";
import { cx } from "./cx.ts";
import styles from "./dialog.module.css";

/**
 * A modal dialog. The focus moves into it and back to the control that opened it (spec/ui.md §6.1), or to the heading
 * above that control if it was removed or disabled. `onClose` is called for Escape and, unless `mustAnswer`, for a
 * click outside; `onGone` when it has faded out.
 */
export function Dialog({
  open,
  onClose,
  onGone,
  title,
  text,
  wide = false,
  className,
  mustAnswer = false,
  initialFocus,
  focusAfter,
  buttons,
  children,
}: {
  open: boolean;
  onClose: () => void;
  onGone?: () => void;
  title: string;
  text?: ReactNode;
  wide?: boolean;
  className?: string | undefined;
  mustAnswer?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  /** Replaces the control that opened it. */
  focusAfter?: (() => HTMLElement | null) | undefined;
  buttons: ReactNode;
  children?: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  const finalFocus = () => {
    const after = focusAfter?.();
    if (after) return after;
    const { activeElement, body } = document;
    // A focus that has moved elsewhere meanwhile stays there.
    if (activeElement !== body && !popup.current?.contains(activeElement)) return false;
    return focusBefore(popup.current) ?? true;
  };
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(now) => !now && onGone?.()}
      disablePointerDismissal={mustAnswer}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Viewport className={styles.stage}>
          <Base.Popup
            ref={popup}
            className={cx(styles.dialog, wide && styles.wide, className)}
            role={wide || children ? "dialog" : "alertdialog"}
            initialFocus={initialFocus}
            finalFocus={finalFocus}
          >
            <Base.Title className={styles.title}>{title}</Base.Title>
            {text && <Base.Description className={styles.text}>{text}</Base.Description>}
            <div>{children}</div>
            <div className={styles.buttons}>{buttons}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
