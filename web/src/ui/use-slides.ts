import { type KeyboardEvent, useEffect, useState } from "react";
import { useEmbla } from "#web/lib/use-embla.ts";

const withoutMotion = { "(prefers-reduced-motion: reduce)": { duration: 0 } };

/**
 * A row that is swiped, moved by buttons, or with ← and → while it contains the focus: to the next link if the row
 * contains links, otherwise by one slide. `viewport` is the ref of the element around the row.
 */
export function useSlides({ align, loop = false }: { align: "start" | "center"; loop?: boolean }) {
  const [viewport, embla, take] = useEmbla({ align, loop, breakpoints: withoutMotion });
  const [position, setPosition] = useState({ index: 0, atStart: true, atEnd: true });

  useEffect(() => {
    if (!embla) return;
    const update = () =>
      setPosition({
        index: embla.selectedScrollSnap(),
        atStart: !embla.canScrollPrev(),
        atEnd: !embla.canScrollNext(),
      });
    update();
    embla.on("select", update).on("reInit", update);
    return () => void embla.off("select", update).off("reInit", update);
  }, [embla]);

  const previous = () => take((row) => row.scrollPrev());
  const next = () => take((row) => row.scrollNext());
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a")];
    const at = links.indexOf(document.activeElement as HTMLElement) + step;
    if (links.length > 0 && !links[at]) return;
    event.preventDefault();
    links[at]?.focus({ preventScroll: true });
    if (links.length > 0) take((row) => row.scrollTo(at));
    else if (step > 0) next();
    else previous();
  };
  return { viewport, ...position, previous, next, moveByKey };
}
