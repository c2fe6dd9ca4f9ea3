import { type RefObject, useLayoutEffect } from "react";

export type Align = "start" | "center" | "end";

const gap = 8;

/** Pixels. */
interface PopupBounds {
  /** Minimum distance to the edges of the window. */
  readonly margin?: number;
  /** Maximum height, 500 for a dropdown (spec/ui.md §3). */
  readonly highest?: number;
}

/**
 * Shows a list beside its button while `open`: in the top layer, where nothing clips it, below the button, or above it
 * if there is more space. A click elsewhere closes it. The list stays beside its button in the document, so that it
 * belongs to the same landmark and the Tab key needs no focus guards.
 */
export function usePopup({
  anchor,
  popup,
  open,
  align,
  bounds = {},
  onClose,
}: {
  anchor: RefObject<HTMLElement | null>;
  popup: RefObject<HTMLElement | null>;
  open: boolean;
  align: Align;
  bounds?: PopupBounds;
  /** Called with the click or focus change elsewhere that closes it. */
  onClose: (event: Event) => void;
}): void {
  useLayoutEffect(() => {
    const [button, list] = [anchor.current, popup.current];
    if (!open || !button || !list) return;
    raise(list);
    const position = () => positionBeside(button, list, align, bounds);
    const closeElsewhere = (event: Event) => {
      const { target } = event;
      if (target instanceof Node && !button.contains(target) && !list.contains(target)) onClose(event);
    };
    position();
    document.addEventListener("pointerdown", closeElsewhere, true);
    document.addEventListener("focusin", closeElsewhere, true);
    window.addEventListener("scroll", position, true);
    window.addEventListener("resize", position);
    return () => {
      document.removeEventListener("pointerdown", closeElsewhere, true);
      document.removeEventListener("focusin", closeElsewhere, true);
      window.removeEventListener("scroll", position, true);
      window.removeEventListener("resize", position);
    };
  });
}

/** Moves the list into the top layer, if the browser has one. */
function raise(list: HTMLElement): void {
  if (!list.showPopover || list.popover !== null) return;
  list.popover = "manual";
  list.showPopover();
}

function positionBeside(
  button: HTMLElement,
  list: HTMLElement,
  align: Align,
  { margin = 16, highest = 500 }: PopupBounds,
): void {
  const at = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - at.bottom - gap - margin;
  const above = at.top - gap - margin;
  const isAbove = below < Math.min(list.scrollHeight, highest) && above > below;
  list.style.minWidth = `${at.width}px`;
  list.style.maxHeight = `${Math.min(highest, isAbove ? above : below)}px`;
  const { offsetWidth: width, offsetHeight: height } = list;
  const wanted = { start: at.left, center: at.left + (at.width - width) / 2, end: at.right - width }[align];
  list.style.left = `${Math.max(margin, Math.min(wanted, clientWidth - margin - width))}px`;
  // Shows that the list can scroll further.
  list.toggleAttribute("data-goes-on", list.scrollTop + list.clientHeight < list.scrollHeight - 1);
  list.style.top = `${isAbove ? at.top - gap - height : at.bottom + gap}px`;
}

/** The entry that a key moves to among `count`, from entry `at` (-1: none yet); undefined for another key. */
export function listMove(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (Math.max(at, 0) - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}

/** Like `listMove`, for entries side by side. */
export function rowMove(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowRight") return listMove("ArrowDown", at, count);
  if (key === "ArrowLeft") return listMove("ArrowUp", at, count);
  return undefined;
}

/** The next entry after `at` that begins with a typed letter. */
export function letterMove(key: string, at: number, texts: readonly string[]): number | undefined {
  if (key.length !== 1 || key === " ") return undefined;
  const begins = (text: string) => text.trim().toLowerCase().startsWith(key.toLowerCase());
  const order = texts.map((_, index) => (at + 1 + index) % texts.length);
  return order.find((index) => begins(texts[index] as string));
}
