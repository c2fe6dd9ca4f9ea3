import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { BodyView } from "#web/ui/body-view.tsx";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./recruitment.module.css";
import { sampleBody, sampleNote } from "./sample-recruitment.ts";

/** An example post above the form, collapsed initially (spec/ui.md §13.3, §19.2). */
export function ExamplePanel() {
  const [isOpen, setOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const height = useUnfoldedHeight(content, isOpen);
  const id = useId();
  return (
    <section className={styles.panel} style={{ height }} aria-label="작성 예시">
      <div className={styles.examplePanelHead}>
        <span className={styles.examplePanelMark}>작성 예시</span>
        <span className={styles.kind}>스터디 모집</span>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "예시 접기" : "펼쳐서 확인하기"}
          <Icon name="down" size="small" />
        </button>
      </div>
      <div id={id} ref={content} className={styles.content} inert={!isOpen}>
        <p className={styles.note}>
          <Icon name="info" size="small" />
          {sampleNote}
        </p>
        <BodyView html={sampleBody} imageUrl={null} />
      </div>
    </section>
  );
}

/** Heights of the example in px (spec/ui.md §21). */
const collapsedHeight = 57;
const addedHeight = 114;

const tries = 10;
const pauseMs = 100;

const isLoaded = (picture: HTMLImageElement) => picture.complete;

/** Calls `then` once all pictures inside are loaded, or after ten polls every 100 ms. Returns a function that stops. */
export function afterPictures(element: HTMLElement, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = (triesLeft: number) => {
    if (triesLeft === 0 || [...element.querySelectorAll("img")].every(isLoaded)) then();
    else timer = setTimeout(poll, pauseMs, triesLeft - 1);
  };
  poll(tries);
  return () => clearTimeout(timer);
}

/** Height of the panel: 57 px collapsed, else its content and 114 px, measured again when the window is resized. */
function useUnfoldedHeight(content: RefObject<HTMLElement | null>, isOpen: boolean): number {
  const [measured, setMeasured] = useState(0);
  useEffect(() => {
    const element = content.current;
    if (!isOpen || !element) return;
    const measure = () => setMeasured(element.scrollHeight);
    const stop = afterPictures(element, measure);
    window.addEventListener("resize", measure);
    return () => {
      stop();
      window.removeEventListener("resize", measure);
    };
  }, [content, isOpen]);
  return isOpen ? measured + addedHeight : collapsedHeight;
}
