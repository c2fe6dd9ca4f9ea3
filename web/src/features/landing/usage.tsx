import { IconButton } from "#web/ui/icon-button.tsx";
import { useSlides } from "#web/ui/use-slides.ts";
import { Section, Title } from "./section.tsx";
import styles from "./usage.module.css";
import { UsageSlide, usageSlides } from "./usage-slide.tsx";

/** Three slides with a screenshot each (spec/ui.md §7). */
export function Usage() {
  const { viewport, index, previous, next, moveByKey } = useSlides({ align: "center", loop: true });
  return (
    <Section label="usage-title">
      {/* biome-ignore lint/a11y/useSemanticElements: the ARIA carousel pattern is a group */}
      <div
        className={styles.carousel}
        role="group"
        aria-roledescription="캐러셀"
        aria-labelledby="usage-title"
        onKeyDown={moveByKey}
      >
        <div className={styles.title}>
          <Title id="usage-title">이렇게 사용해보세요!</Title>
        </div>
        <div className={styles.controls}>
          <span className={styles.dots} aria-hidden="true">
            {usageSlides.map(({ title }, at) => (
              <i key={title} className={at === index ? styles.on : undefined} />
            ))}
          </span>
          <IconButton icon="left" label="이전 사용법" look="line" onClick={previous} />
          <IconButton icon="right" label="다음 사용법" look="line" onClick={next} />
        </div>
        <div className={styles.viewport} ref={viewport}>
          <div className={styles.row}>
            {usageSlides.map((slide, at) => (
              <UsageSlide key={slide.title} slide={slide} number={at + 1} count={usageSlides.length} />
            ))}
          </div>
        </div>
      </div>
    </Section>
  );
}
