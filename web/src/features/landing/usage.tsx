import { useCallback, useRef, useState } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { PauseButton } from "./pause-button.tsx";
import { Section, Title } from "./section.tsx";
import styles from "./usage.module.css";
import { UsageSlide } from "./usage-slide.tsx";
import { usageSlides } from "./usage-slides.ts";
import { useInView } from "./use-in-view.ts";
import { useSlides } from "./use-slides.ts";

/**
 * Three slides that turn by themselves while they are looked at. Pointing at them or the focus in them holds them,
 * and whoever takes them in hand stops them for good (WCAG 2.2.2); under reduced motion they never turn.
 */
export function Usage() {
  const [isTurning, setTurning] = useState(true);
  const stop = useCallback(() => setTurning(false), []);
  const { viewport, index, previous, next, walk } = useSlides({ align: "center", loop: true, onTouch: stop });
  const carousel = useRef<HTMLDivElement>(null);
  const isInView = useInView(carousel);
  const byHand = (step: () => void) => () => {
    stop();
    step();
  };
  return (
    <Section label="usage-title">
      {/* biome-ignore lint/a11y/useSemanticElements: the ARIA carousel pattern is a group */}
      <div
        ref={carousel}
        className={styles.carousel}
        role="group"
        aria-roledescription="캐러셀"
        aria-labelledby="usage-title"
        onKeyDown={walk}
      >
        <div className={styles.title}>
          <Title id="usage-title">이렇게 사용해보세요!</Title>
        </div>
        <div className={styles.controls}>
          <Dots index={index} isTurning={isTurning && isInView} onTurn={next} />
          <PauseButton isTurning={isTurning} onChange={setTurning} />
          <IconButton icon="left" label="이전 사용법" look="line" onClick={byHand(previous)} />
          <IconButton icon="right" label="다음 사용법" look="line" onClick={byHand(next)} />
        </div>
        <div className={styles.viewport} ref={viewport}>
          <div className={styles.row}>
            {usageSlides.map((slide, at) => (
              <UsageSlide key={slide.title} slide={slide} place={at + 1} count={usageSlides.length} />
            ))}
          </div>
        </div>
      </div>
    </Section>
  );
}

/** Where one is; the dot in front fills up, and then the next slide comes. Style sheets decide when it may. */
function Dots({ index, isTurning, onTurn }: { index: number; isTurning: boolean; onTurn: () => void }) {
  return (
    <span className={styles.dots} aria-hidden="true">
      {usageSlides.map(({ title }, at) => (
        <i key={title} className={at === index ? styles.on : undefined}>
          {at === index && isTurning && <b data-testid="turning" onAnimationEnd={onTurn} />}
        </i>
      ))}
    </span>
  );
}
