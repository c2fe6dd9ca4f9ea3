import { type RefObject, useEffect, useState } from "react";

/** Heights of the example in px (spec/ui.md §21). */
export const collapsedHeight = 57;
export const addedHeight = 114;

const tries = 10;
const pauseMs = 100;

const isLoaded = (picture: HTMLImageElement) => picture.complete;

/** Calls back once every picture inside has loaded, or after ten looks at 100 ms. Answers how to stop. */
export function afterPictures(element: HTMLElement, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (triesLeft: number) => {
    if (triesLeft === 0 || [...element.querySelectorAll("img")].every(isLoaded)) then();
    else timer = setTimeout(look, pauseMs, triesLeft - 1);
  };
  look(tries);
  return () => clearTimeout(timer);
}

/** What the panel is high: 57 px folded, else its content and 114 px; measured again when the window changes. */
export function useUnfoldedHeight(content: RefObject<HTMLElement | null>, isOpen: boolean): number {
  const [measured, setMeasured] = useState(0);
  useEffect(() => {
    const element = content.current;
    if (!isOpen || !element) return;
    const measure = () => setMeasured(element.scrollHeight);
    const stop = afterPictures(element, measure);
    window.addEventListener("resize", measure);
    return () => {
      stop();
      window.removeEventListener("resize", measure);
    };
  }, [content, isOpen]);
  return isOpen ? measured + addedHeight : collapsedHeight;
}
