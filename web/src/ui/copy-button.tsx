import { useEffect, useState } from "react";
import { announce } from "./announcer.tsx";
import styles from "./body-view.module.css";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

/** How long `복사완료!` is shown (spec/ui.md §21). */
const copyFeedbackMs = 3000;

/** Copies code and confirms it for three seconds. A refused clipboard access is ignored silently. */
export function CopyButton({ text }: { text: () => string }) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), copyFeedbackMs);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = () =>
    navigator.clipboard?.writeText(text()).then(
      () => {
        setDone(true);
        announce("코드를 복사했어요");
      },
      () => undefined,
    );
  return (
    <button type="button" className={cx(styles.copy, isDone && styles.copied)} onClick={copy}>
      <Icon name={isDone ? "check" : "copy"} size="small" />
      <span>{isDone ? "복사완료!" : "복사하기"}</span>
    </button>
  );
}
