import { useEffect, useRef, useState } from "react";
import { lengthOf } from "#contracts/limits";
import { announce } from "./announcer.tsx";
import { cx } from "./cx.ts";
import styles from "./field.module.css";
import { HiddenText } from "./hidden-text.tsx";

/** Counted in user-perceived characters as the server counts (spec/wire-contract.md §1.8). */
const countOf = (text: string): number => lengthOf(text.normalize("NFC"));

/** Whether a text exceeds its maximum length. */
export const isLonger = (text: string, max: number): boolean => countOf(text) > max;

/** Pause after the last key before the number is announced. */
const pauseMs = 500;

/** Whether an input method composes a syllable in the page. */
function useComposing(): boolean {
  const [isComposing, setComposing] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("compositionstart", () => setComposing(true), { signal });
    document.addEventListener("compositionend", () => setComposing(false), { signal });
    return () => listening.abort();
  }, []);
  return isComposing;
}

/** `3/10자`. It belongs to no name or description of its control, and is announced near the limit instead. */
export function Counter({ text, max }: { text: string; max: number }) {
  const length = countOf(text);
  const isComposing = useComposing();
  const written = useRef(length);
  const isNear = length >= max * 0.9;
  useEffect(() => {
    if (written.current === length) return;
    written.current = length;
    if (!isNear) return;
    const timer = setTimeout(() => announce(`${max}자 중 ${length}자`), pauseMs);
    return () => clearTimeout(timer);
  }, [length, max, isNear]);
  return (
    <span className={cx(styles.counter, length >= max && styles.full)}>
      <HiddenText>글자 수 </HiddenText>
      {/* During a composition a text is longer than what remains of it. */}
      {isComposing ? Math.min(length, max) : length}/{max}자
    </span>
  );
}
