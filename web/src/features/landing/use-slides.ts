import { type KeyboardEvent, useEffect, useState } from "react";
import { useEmbla } from "#web/lib/use-embla.ts";

const calm = { duration: 0 };

/**
 * A row that is swiped, stepped through by buttons, or by ← and → while something in it has the focus. `viewport` goes
 * to the element around the row; `onTouch` is called when it is dragged or stepped through.
 */
export function useSlides(options: { align: "start" | "center"; loop?: boolean; onTouch?: () => void }) {
  const { align, loop = false, onTouch } = options;
  const [viewport, embla, take] = useEmbla({
    align,
    loop,
    breakpoints: { "(prefers-reduced-motion: reduce)": calm },
  });
  const [place, setPlace] = useState({ index: 0, atStart: true, atEnd: false });

  useEffect(() => {
    if (!embla) return;
    const look = () =>
      setPlace({
        index: embla.selectedScrollSnap(),
        atStart: !embla.canScrollPrev(),
        atEnd: !embla.canScrollNext(),
      });
    look();
    embla.on("select", look).on("reInit", look);
    return () => void embla.off("select", look).off("reInit", look);
  }, [embla]);

  useEffect(() => {
    if (!embla || !onTouch) return;
    embla.on("pointerDown", onTouch);
    return () => void embla.off("pointerDown", onTouch);
  }, [embla, onTouch]);

  const previous = () => take((row) => row.scrollPrev());
  const next = () => take((row) => row.scrollNext());
  const walk = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? next : event.key === "ArrowLeft" ? previous : undefined;
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onTouch?.();
    step();
  };
  return { viewport, ...place, previous, next, walk };
}
