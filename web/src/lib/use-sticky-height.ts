import { type RefObject, useLayoutEffect } from "react";

/**
 * Writes the height in px of an element that sticks to an edge of the window into a custom property of the document, so
 * that scrolled content stays clear of it. For an element without a box, its first child is measured.
 */
export function useStickyHeight(property: `--${string}`, sticky: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = sticky.current;
    if (!element) return;
    const { style } = document.documentElement;
    const parts = [element, element.firstElementChild].filter((part) => part instanceof HTMLElement);
    const measure = () => {
      const height = parts.find(({ offsetHeight }) => offsetHeight > 0)?.offsetHeight;
      if (height !== undefined) style.setProperty(property, `${height}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const part of parts) observer.observe(part);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [property, sticky]);
}
