import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { cx } from "./cx.ts";
import styles from "./popover.module.css";

interface Placement {
  /** The edge of the button that it begins or ends at. */
  readonly align: "start" | "end";
  /** Minimum distance to the edges of the window in pixels. */
  readonly margin: number;
  /** Maximum height in pixels, 500 for a dropdown (spec/ui.md §3). */
  readonly highest: number;
}

interface PopoverProps extends Partial<Placement>, Omit<ComponentProps<"div">, "ref"> {
  readonly ref?: RefObject<HTMLDivElement | null>;
  readonly role: "dialog" | "menu";
  readonly anchor: RefObject<HTMLButtonElement | null>;
  /** Called when the browser has closed it, or when the focus has moved elsewhere. */
  readonly onClose: () => void;
}

/**
 * Content at its button, open while it is rendered: in the top layer, where nothing clips it, below the button, or above
 * it if there is more space. It takes the focus, or gives it to its part with `data-first-focus`. The browser closes it
 * by Escape and by a click elsewhere; the focus then returns to the button, unless the click moved it to another control.
 * It stays beside its button in the document, so that it belongs to the same landmark and the Tab key needs no focus
 * guards.
 */
export function Popover({
  ref,
  role,
  anchor,
  align = "start",
  margin = 16,
  highest = 500,
  onClose,
  onKeyDown,
  className,
  ...rest
}: PopoverProps) {
  const own = useRef<HTMLDivElement>(null);
  const content = ref ?? own;

  useLayoutEffect(() => {
    const button = anchor.current;
    if (content.current?.matches(":popover-open") === false) content.current.showPopover();
    return () => {
      if (button) button.popoverTargetElement = null;
    };
  }, [anchor, content]);
  useLayoutEffect(() => {
    const place = () => {
      if (anchor.current && content.current)
        placeBeside(anchor.current, content.current, { align, margin, highest });
    };
    place();
    window.addEventListener("scroll", place, true);
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, true);
      window.removeEventListener("resize", place);
    };
  });
  useEffect(() => {
    const first = content.current?.querySelector<HTMLElement>("[data-first-focus]");
    (first ?? content.current)?.focus();
  }, [content]);
  useFocusElsewhere(anchor, content, onClose);

  const toggled = ({ newState }: ToggleEvent) => {
    const button = anchor.current;
    if (newState === "closed") {
      if (isNowhere(document.activeElement, content.current)) button?.focus();
      onClose();
      return;
    }
    // A click on the button is none elsewhere. Set any earlier, the click that opens the popover would close it again.
    if (button) button.popoverTargetElement = content.current;
  };
  const pressed = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== "Escape") return onKeyDown?.(event);
    // Closes only the popover, not what is around it, too; the browser alone would only empty a search field in it.
    event.stopPropagation();
    event.preventDefault();
    content.current?.hidePopover();
  };
  const handlers = { onToggle: toggled, onKeyDown: pressed };
  return (
    <div
      {...rest}
      {...handlers}
      ref={content}
      role={role}
      popover="auto"
      tabIndex={-1}
      className={cx(styles.popover, className)}
    />
  );
}

/** State and props of a button and its popover with role `dialog`. */
export function usePopover() {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return {
    isOpen,
    close,
    button: {
      ref: anchor,
      "aria-haspopup": "dialog",
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? id : undefined,
      onClick: () => setOpen(!isOpen),
    },
    popover: { id, anchor, onClose: close },
  } as const;
}

/** Closes when the focus moves elsewhere by a key or by the page. */
function useFocusElsewhere(
  anchor: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const leave = useEffectEvent((target: EventTarget | null) => {
    if (!(target instanceof Node)) return;
    if (!anchor.current?.contains(target) && !content.current?.contains(target)) onClose();
  });
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    // A press moves the focus before the browser closes the popover.
    let isPressed = false;
    document.addEventListener("pointerdown", () => (isPressed = true), options);
    document.addEventListener("pointerup", () => (isPressed = false), options);
    document.addEventListener("pointercancel", () => (isPressed = false), options);
    document.addEventListener("focusin", ({ target }) => isPressed || leave(target), options);
    return () => listening.abort();
  }, []);
}

/** Whether the focus is in a closed popover, or where a click on no control puts it. */
const isNowhere = (focused: Element | null, closed: Element | null) =>
  focused === document.body || focused?.id === "content" || closed?.contains(focused) === true;

const gap = 8;

function placeBeside(button: HTMLElement, content: HTMLElement, { align, margin, highest }: Placement): void {
  const at = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - at.bottom - gap - margin;
  const above = at.top - gap - margin;
  const isAbove = below < Math.min(content.scrollHeight, highest) && above > below;
  content.style.minWidth = `${at.width}px`;
  content.style.maxHeight = `${Math.min(highest, isAbove ? above : below)}px`;
  const { offsetWidth: width, offsetHeight: height } = content;
  const wanted = align === "start" ? at.left : at.right - width;
  content.style.left = `${Math.max(margin, Math.min(wanted, clientWidth - margin - width))}px`;
  // Shows that the content can scroll further.
  content.toggleAttribute(
    "data-goes-on",
    content.scrollTop + content.clientHeight < content.scrollHeight - 1,
  );
  content.style.top = `${isAbove ? at.top - gap - height : at.bottom + gap}px`;
}
