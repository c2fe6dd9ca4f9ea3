import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { changeSignal } from "#web/lib/change-signal.ts";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import styles from "./faq.module.css";
import { columnClass, Section, Title } from "./section.tsx";

const { subscribe } = changeSignal("hashchange", "popstate");

/** The fragment of the address with its `#`, without the router, for components of the front page. */
const useHash = (): string => useSyncExternalStore(subscribe, () => window.location.hash);

/** Frequently asked questions at `#faq`; the first is expanded initially. */
export function Faq() {
  const [open, setOpen] = useState<number | null>(0);
  const begin = useRef<HTMLDivElement>(null);
  const hash = useHash();
  useEffect(() => {
    // The page is rendered after the browser has looked for the fragment.
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

interface Question {
  readonly question: string;
  readonly answer: string;
}

/** spec/ui.md §7 */
const questions: readonly Question[] = [
  {
    question: "문제도 제공되나요?",
    answer:
      "알고모임이 문제를 따로 내지는 않아요. 어떤 책과 사이트의 문제를 풀지 팀마다 정하고, 방장이 문제 대기열에 넣어 두면 매일 한 문제씩 올라와요.",
  },
  {
    question: "혼자 써도 괜찮나요?",
    answer:
      "물론이에요. 한 명뿐인 팀을 만들어 풀이를 기록하는 데 써도 좋아요. 함께할 사람이 필요해지면 그때 팀원을 모집해 보세요.",
  },
  {
    question: "팀에는 어떻게 참여하나요?",
    answer:
      "‘팀원 모집’ 메뉴에서 ‘모집중’, ‘운영중’ 태그가 달린 글을 찾아 신청해 주세요. 신청을 확인한 방장이 글에 적힌 연락 방법으로 이야기를 이어 갑니다.",
  },
  {
    question: "내가 쓴 글은 어디에서 모아 보나요?",
    answer: "내정보 → 마이페이지 → 내 팀 관리에서 팀별로 지금까지 쓴 글을 모두 볼 수 있어요.",
  },
  {
    question: "더 궁금한 점이 있어요",
    answer:
      "오른쪽 아래 채팅으로 편하게 물어봐 주세요. 채팅이 보이지 않는다면, 팀에 대한 질문은 모집글에 적힌 연락 방법으로 방장에게 물어볼 수 있어요.",
  },
];
