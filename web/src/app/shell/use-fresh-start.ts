import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router-dom";

const firstSegment = (path: string) => path.split("/")[1] ?? "";

/**
 * Scrolls to the top and moves the focus into the page when the first segment of the path changes, not when only a later
 * one does (spec/ui.md §1). Answers the ref of the main landmark.
 */
export function useFreshStart() {
  const main = useRef<HTMLElement>(null);
  const segment = firstSegment(useLocation().pathname);
  const shown = useRef(segment);
  useLayoutEffect(() => {
    if (shown.current === segment) return;
    shown.current = segment;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [segment]);
  return main;
}
