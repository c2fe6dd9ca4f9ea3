import { type RefObject, useLayoutEffect, useState } from "react";

/** Whether any part of an element is within the window and its scrolling panel, above the composer that ends the panel. */
function isInView(element: Element, panel: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const frame = panel.getBoundingClientRect();
  const composer = panel.lastElementChild?.getBoundingClientRect().top ?? frame.bottom;
  return bottom > Math.max(0, frame.top) && top < Math.min(window.innerHeight, composer);
}

/** The comments that have arrived out of view (spec/discussion.md §5), and a function that shows the first of them. */
export function useUnseen(panel: RefObject<HTMLElement | null>, arrived: ReadonlySet<string>) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  // Before the paint, so that what is in view is never called unseen.
  useLayoutEffect(() => {
    const look = () => {
      const { current } = panel;
      if (!current) return;
      const inView = [...arrived].filter((id) => {
        const comment = current.querySelector(`[data-comment="${id}"]`);
        return comment !== null && isInView(comment, current);
      });
      setSeen((known) => (inView.every((id) => known.has(id)) ? known : new Set([...known, ...inView])));
    };
    if (arrived.size === 0) return;
    look();
    const listening = new AbortController();
    window.addEventListener("scroll", look, { capture: true, passive: true, signal: listening.signal });
    return () => listening.abort();
  }, [panel, arrived]);
  const unseen = [...arrived].filter((id) => !seen.has(id));
  return {
    count: unseen.length,
    show() {
      panel.current?.querySelector(`[data-comment="${unseen[0]}"]`)?.scrollIntoView({ block: "nearest" });
      setSeen(arrived);
    },
  };
}
