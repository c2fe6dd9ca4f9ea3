import { type KeyboardEvent, useEffect, useState } from "react";
import { useEmbla } from "#web/lib/use-embla.ts";

const calm = { duration: 0 };

/**
 * A row of links that is swiped, dragged, stepped through by arrows, or walked through with ← and → while one of them has
 * the focus. `viewport` goes to the element around the row.
 */
export function useCarousel() {
  const [viewport, embla, take] = useEmbla({
    align: "start",
    breakpoints: { "(prefers-reduced-motion: reduce)": calm },
  });
  const [ends, setEnds] = useState({ atStart: true, atEnd: true });

  useEffect(() => {
    if (!embla) return;
    const look = () => setEnds({ atStart: !embla.canScrollPrev(), atEnd: !embla.canScrollNext() });
    look();
    embla.on("select", look).on("reInit", look);
    return () => void embla.off("select", look).off("reInit", look);
  }, [embla]);

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a")];
    const next = links.indexOf(document.activeElement as HTMLElement) + step;
    if (!links[next]) return;
    event.preventDefault();
    links[next].focus({ preventScroll: true });
    take((row) => row.scrollTo(next));
  };

  return {
    viewport,
    ...ends,
    previous: () => take((row) => row.scrollPrev()),
    next: () => take((row) => row.scrollNext()),
    walk,
  };
}
