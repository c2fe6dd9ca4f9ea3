import { lengthOf } from "#contracts/limits";
import styles from "./counter.module.css";
import { cx } from "./cx.ts";
import { HiddenText } from "./hidden-text.tsx";

/** `3/10자`, counted in user-perceived characters as the server counts (spec/wire-contract.md §1.8). */
export function Counter({ text, max, id }: { text: string; max: number; id?: string }) {
  const length = lengthOf(text.normalize("NFC"));
  return (
    <span id={id} className={cx(styles.counter, length >= max && styles.full)}>
      <HiddenText>글자 수 </HiddenText>
      {length}/{max}자
    </span>
  );
}
