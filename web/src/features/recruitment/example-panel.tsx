import { useId, useRef, useState } from "react";
import { BodyView } from "#web/ui/body-view.tsx";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./example-panel.module.css";
import { useUnfoldedHeight } from "./measured-height.ts";
import { sampleBody, sampleNote } from "./sample-recruitment.ts";

/** An example post above the form, folded at first (spec/ui.md §13.3, §19.2). */
export function ExamplePanel() {
  const [isOpen, setOpen] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const height = useUnfoldedHeight(content, isOpen);
  const id = useId();
  return (
    <section className={styles.panel} style={{ height }} aria-label="작성 예시">
      <div className={styles.head}>
        <span className={styles.mark}>작성 예시</span>
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
