import { cardClass } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { reviews } from "./review-texts.ts";
import styles from "./reviews.module.css";
import { columnClass, Section, Title } from "./section.tsx";
import { useSlides } from "./use-slides.ts";

/** Five voices, three at a time on desktops, one at a time below 1025 px. They only move when somebody moves them. */
export function Reviews() {
  const { viewport, atStart, atEnd, previous, next, walk } = useSlides({ align: "start" });
  return (
    <Section label="reviews-title">
      {/* biome-ignore lint/a11y/useSemanticElements: the ARIA carousel pattern is a group */}
      <div
        className={cx(columnClass, styles.carousel)}
        role="group"
        aria-roledescription="캐러셀"
        aria-labelledby="reviews-title"
        onKeyDown={walk}
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
