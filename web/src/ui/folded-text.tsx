import { type CSSProperties, useId, useRef, useState } from "react";
import { cx } from "./cx.ts";
import styles from "./folded-text.module.css";

/** Hangul syllables in a line of the widest and of the narrowest column. */
const columns = { wide: 46, narrow: 22 };

/** Lines that a text takes, by its length: measuring each text of a long list takes the browser seconds. */
function linesOf(text: string, column: number): number {
  const widthOf = (line: string) => line.length - (line.match(/[\x20-\x7e]/g)?.length ?? 0) / 2;
  return text.split("\n").reduce((lines, line) => lines + Math.max(1, Math.ceil(widthOf(line) / column)), 0);
}

/**
 * Folds a text that is longer than `lines` lines, except when printed. Folding it again does not scroll the page away.
 * `of` is the id of the heading that names the text.
 */
export function FoldedText({
  text,
  lines,
  of,
  className,
}: {
  text: string | null;
  lines: number;
  of?: string | undefined;
  className?: string | undefined;
}) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isLong = (column: number) => linesOf(text ?? "", column) > lines;
  const isLongWhenNarrow = isLong(columns.narrow);

  const toggle = () => {
    setOpen(!isOpen);
    // Before the next frame, so that the folded text stays in view.
    if (isOpen) requestAnimationFrame(() => box.current?.scrollIntoView({ block: "nearest" }));
  };
  return (
    <div ref={box} className={cx(className, isLongWhenNarrow && !isLong(columns.wide) && styles.narrow)}>
      <p
        id={id}
        className={cx(isLongWhenNarrow && !isOpen && styles.folded)}
        style={{ "--lines": lines } as CSSProperties}
      >
        {text}
      </p>
      {isLongWhenNarrow && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={of}
          onClick={toggle}
        >
          {isOpen ? "접기" : "더 보기"}
        </button>
      )}
    </div>
  );
}
