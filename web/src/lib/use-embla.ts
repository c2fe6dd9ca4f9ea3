import type { EmblaCarouselType, EmblaOptionsType } from "embla-carousel";
import { useCallback, useEffect, useRef, useState } from "react";

/** Distance outside the window from which a row is prepared for swiping. */
const margin = "400px";

type Step = (embla: EmblaCarouselType) => void;

type Row = [
  viewport: (element: HTMLElement | null) => void,
  embla: EmblaCarouselType | undefined,
  /** Takes a step now, or as soon as the carousel is loaded, so that early clicks count too. */
  take: (step: Step) => void,
];

/**
 * A row that can be swiped and dragged. The carousel is loaded when the row comes near the window; until then, and
 * offline, the row does not move. Only `options` of the first call are used.
 */
export function useEmbla(options: EmblaOptionsType): Row {
  const [fixed] = useState(options);
  const [viewport, setViewport] = useState<HTMLElement | null>(null);
  const [embla, setEmbla] = useState<EmblaCarouselType>();
  /** The carousel as soon as it is created, before the page renders with it. */
  const row = useRef<EmblaCarouselType>(undefined);
  const early = useRef<Step[]>([]);

  useEffect(() => {
    if (!viewport) return;
    let made: EmblaCarouselType | undefined;
    let isOver = false;
    const make = async () => {
      const { default: EmblaCarousel } = await import("embla-carousel");
      if (isOver) return;
      made = EmblaCarousel(viewport, fixed);
      row.current = made;
      setEmbla(made);
      for (const step of early.current.splice(0)) step(made);
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        make().catch(() => undefined);
      },
      { rootMargin: margin },
    );
    observer.observe(viewport);
    return () => {
      isOver = true;
      observer.disconnect();
      made?.destroy();
      row.current = undefined;
      early.current = [];
      setEmbla(undefined);
    };
  }, [viewport, fixed]);

  const take = useCallback((step: Step) => {
    if (row.current) step(row.current);
    else early.current.push(step);
  }, []);
  return [setViewport, embla, take];
}
