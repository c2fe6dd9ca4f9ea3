import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useSlides } from "#web/ui/use-slides.ts";
import styles from "./reviews.module.css";
import { columnClass, Section, Title } from "./section.tsx";

/** Five reviews, three at a time on desktops, one at a time below 1025 px, without automatic advance. */
export function Reviews() {
  const { viewport, atStart, atEnd, previous, next, moveByKey } = useSlides({ align: "start" });
  return (
    <Section label="reviews-title">
      {/* biome-ignore lint/a11y/useSemanticElements: the ARIA carousel pattern is a group */}
      <div
        className={cx(columnClass, styles.carousel)}
        role="group"
        aria-roledescription="캐러셀"
        aria-labelledby="reviews-title"
        onKeyDown={moveByKey}
      >
        <Title id="reviews-title">함께한 사람들의 후기</Title>
        <div className={styles.controls}>
          <IconButton icon="left" label="이전 후기" look="line" disabled={atStart} onClick={previous} />
          <IconButton icon="right" label="다음 후기" look="line" disabled={atEnd} onClick={next} />
        </div>
        <div className={styles.viewport} ref={viewport}>
          <ul className={styles.row}>
            {reviews.map(({ text, nickname, team, dot }) => (
              <li key={nickname}>
                <figure className={cx(cardClass({ card: true }), styles.review)}>
                  <blockquote>{text}</blockquote>
                  <figcaption>
                    <i className={styles[dot]} />
                    <b>{nickname}</b>
                    <span>{team}</span>
                  </figcaption>
                </figure>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Section>
  );
}

interface Review {
  readonly text: string;
  readonly nickname: string;
  readonly team: string;
  readonly dot: "red" | "purple" | "pink";
}

/** spec/ui.md §7 lists their subjects. */
const reviews: readonly Review[] = [
  {
    text: "처음에는 쉬운 문제 하나도 버거웠는데, 팀원들의 풀이를 따라 읽다 보니 한 단계씩 자신감이 붙었어요.",
    nickname: "감자전",
    team: "하루한문제",
    dot: "red",
  },
  {
    text: "매일 한 문제라는 리듬이 생기고 석 달, 가고 싶던 회사의 코딩 테스트를 처음으로 통과했습니다.",
    nickname: "서은",
    team: "새벽네시반",
    dot: "purple",
  },
  {
    text: "일주일에 푸는 문제가 눈에 띄게 늘었어요. 올해 목표로 잡은 등급도 두 달 만에 달았고요.",
    nickname: "하람",
    team: "그래프탐험대",
    dot: "pink",
  },
  {
    text: "기록이 모두에게 보이니 빼먹을 수가 없어요. 다른 풀이와 나란히 놓고 보면 분석도 훨씬 빨라집니다.",
    nickname: "준혁",
    team: "자정의큐",
    dot: "red",
  },
  {
    text: "동적 계획법만 나오면 덮어 버렸는데, 꾸준히 쓰다 보니 어려운 유형에도 자연스럽게 손이 가요.",
    nickname: "온유",
    team: "디피는처음이라",
    dot: "purple",
  },
];
