import { type CSSProperties, useId, useLayoutEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import styles from "./folded-text.module.css";

/** Hidden lines up to this number are shown without a button. */
const spareLines = 2;

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
  const words = useRef<HTMLParagraphElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);

  useLayoutEffect(() => {
    const element = words.current;
    if (!element) return;
    const measure = () => {
      const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
      setLong(element.offsetHeight > (lines + spareLines + 0.5) * lineHeight);
    };
    measure();
    // Another width, or the font that loads later, changes the line breaks.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [lines]);

  const toggle = () => {
    setOpen(!isOpen);
    // Before the next frame, so that the folded text stays in view.
    if (isOpen) requestAnimationFrame(() => box.current?.scrollIntoView({ block: "nearest" }));
  };
  return (
    <div ref={box} className={className}>
      <div
        id={id}
        className={cx(isLong && !isOpen && styles.folded)}
        style={{ "--lines": lines } as CSSProperties}
      >
        <p ref={words}>{text}</p>
      </div>
      {isLong && (
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
