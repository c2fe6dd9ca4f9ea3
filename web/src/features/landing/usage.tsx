import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import pauseButtonStyles from "./pause-button.module.css";
import { Section, Title } from "./section.tsx";
import styles from "./usage.module.css";
import { UsageSlide, usageSlides } from "./usage-slide.tsx";
import { useSlides } from "./use-slides.ts";

/**
 * Three slides that turn by themselves while they are looked at. Pointing at them or the focus in them holds them,
 * and dragging or stepping stops them for good (WCAG 2.2.2); under reduced motion they never turn.
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

/** Stops slides that turn by themselves, and lets them go on. Not there where they never turn. */
const PauseButton = ({
  isTurning,
  onChange,
}: {
  isTurning: boolean;
  onChange: (isTurning: boolean) => void;
}) => {
  const label = isTurning ? "자동 넘김 멈추기" : "자동 넘김 시작하기";
  return (
    <button
      type="button"
      className={pauseButtonStyles.button}
      aria-label={label}
      title={label}
      onClick={() => onChange(!isTurning)}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true">
        {isTurning ? (
          <path d="M8 6.5a1.5 1.5 0 0 1 3 0v11a1.5 1.5 0 0 1-3 0ZM13 6.5a1.5 1.5 0 0 1 3 0v11a1.5 1.5 0 0 1-3 0Z" />
        ) : (
          <path d="M9 6.8c0-1 1-1.5 1.8-1l7 5c.8.6.8 1.8 0 2.4l-7 5c-.8.5-1.8 0-1.8-1Z" />
        )}
      </svg>
    </button>
  );
};

/** Whether at least half of an element is to be seen. */
function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false), {
      threshold: 0.5,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isInView;
}
