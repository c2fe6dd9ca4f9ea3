import { useEffect, useId, useRef, useState } from "react";
import { useHash } from "#web/lib/use-hash.ts";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./faq.module.css";
import { type Question, questions } from "./questions.ts";
import { columnClass, Section, Title } from "./section.tsx";

/** The questions that people ask first; the first is answered already. `#faq` leads here. */
export function Faq() {
  const [open, setOpen] = useState<number | null>(0);
  const begin = useRef<HTMLDivElement>(null);
  const hash = useHash();
  useEffect(() => {
    // The page is drawn after the browser has looked for the place.
    if (hash === "#faq") begin.current?.closest("section")?.scrollIntoView();
  }, [hash]);
  return (
    <Section tone="tint" label="faq-title" id="faq">
      <div className={cx(columnClass, styles.in)} ref={begin}>
        <Title id="faq-title" lead="처음 오신 분들이 가장 많이 궁금해하는 다섯 가지를 모았어요.">
          자주 묻는 질문
        </Title>
        <div className={styles.accordion}>
          {questions.map((question, at) => (
            <Entry
              key={question.question}
              {...question}
              isOpen={at === open}
              onToggle={() => setOpen(at === open ? null : at)}
            />
          ))}
        </div>
      </div>
    </Section>
  );
}

function Entry({ question, answer, isOpen, onToggle }: Question & { isOpen: boolean; onToggle: () => void }) {
  const id = useId();
  return (
    <div className={cx(styles.entry, isOpen && styles.open)}>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <span className={styles.mark} aria-hidden="true">
            Q
          </span>
          {question}
          <Icon name="down" />
        </button>
      </h3>
      <p id={id} hidden={!isOpen}>
        {answer}
      </p>
    </div>
  );
}
