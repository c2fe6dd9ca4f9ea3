import { toast as show, type Toast, useToaster } from "react-hot-toast/headless";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";
import styles from "./toast.module.css";

/**
 * Short messages without an answer: `toast(text)`, `toast.success(text)`, `toast.error(text)`, `toast.loading(text)`.
 * The library's defaults are the times of spec/ui.md §6.2 (4 s, success 2 s, loading without end, at most 20).
 */
export const toast = show;

const Mark = ({ type }: { type: Toast["type"] }) => {
  if (type === "loading") return <Spinner />;
  if (type !== "success" && type !== "error") return <Icon name="info" />;
  return (
    <span className={cx(styles.mark, styles[type])}>
      <Icon name={type === "success" ? "check" : "x"} size="small" />
    </span>
  );
};

/** The live region of toasts; rendered once in the page. `aria-live` keeps dialogs from hiding it. */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  return (
    <div
      className={styles.stack}
      role="status"
      aria-live="polite"
      aria-atomic="false"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts.map((note) => (
        <div key={note.id} className={cx(styles.toast, !note.visible && styles.leaving)}>
          <Mark type={note.type} />
          {typeof note.message === "function" ? note.message(note) : note.message}
        </div>
      ))}
    </div>
  );
}
