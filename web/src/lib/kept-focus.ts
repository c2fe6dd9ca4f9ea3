import { useEffect } from "react";

/** Where the focus stood: the control and everything round it, innermost first, and the window over the page it was in. */
interface Focused {
  readonly path: readonly WeakRef<Element>[];
  readonly portal: WeakRef<Element> | null;
}

const portals = "[data-base-ui-portal]";
const guards = "[data-base-ui-focus-guard]";
/** `data-next-focus` marks what comes next without being a heading, such as the action of the day. */
const stops = "[data-next-focus], h1, h2, h3";

/** The last place in the page, then the last one in each window that has opened above it. */
let history: readonly Focused[] = [];

function note({ target }: FocusEvent): void {
  if (!(target instanceof Element) || target.matches(guards)) return;
  // Where something is written the editor itself leads back to the words.
  if (document.querySelector("[contenteditable]")) {
    history = [];
    return;
  }
  const portal = target.closest(portals);
  const known = history.findIndex((focused) => (focused.portal?.deref() ?? null) === portal);
  const path: WeakRef<Element>[] = [];
  for (let one: Element | null = target; one; one = one.parentElement) path.push(new WeakRef(one));
  const focused = { path, portal: portal && new WeakRef(portal) };
  history = [...(known === -1 ? history : history.slice(0, known)), focused];
}

const isThere = (element: Element | undefined): element is HTMLElement => element?.isConnected === true;
const canBeUsed = (control: Element | undefined): control is HTMLElement =>
  isThere(control) && !control.matches(":disabled");

/**
 * Where the focus goes on: the control that had it last outside `popup`, or, when that is gone or cannot be used any more,
 * the heading of what it stood in. Null when nothing had it.
 */
export function focusBefore(popup: Element | null = null): HTMLElement | null {
  const closing = popup?.closest(portals) ?? null;
  const focused = history.findLast(({ portal }) => {
    const over = portal?.deref();
    return portal === null || (isThere(over) && over !== closing);
  });
  if (!focused) return null;
  const [control, ...around] = focused.path.map((ref) => ref.deref());
  if (canBeUsed(control)) return control;
  for (const one of around) {
    const stop = isThere(one) ? one.querySelector<HTMLElement>(stops) : null;
    if (stop) return focusable(stop);
  }
  return document.getElementById("content");
}

/** Headings take the focus from the program alone. */
export function focusable(element: HTMLElement): HTMLElement {
  if (/^H\d$/.test(element.tagName)) element.tabIndex = -1;
  return element;
}

const lastControl = () => history.at(-1)?.path[0]?.deref();

/** A disabled control loses the focus with the next painting only. */
const isLost = () => {
  const control = lastControl();
  const { activeElement } = document;
  return (
    history.length > 0 &&
    !canBeUsed(control) &&
    (activeElement === document.body || activeElement === control)
  );
};

/**
 * While mounted: a control that vanishes or is disabled with the focus on it, since its section has changed its mode or
 * what it belonged to is gone, hands the focus on to the heading of its section instead of the top of the document.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handOn = () => {
      if (isLost()) focusBefore()?.focus({ preventScroll: true });
    };
    const vanishing = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      // What has come instead may take the focus itself.
      timer = setTimeout(handOn);
    });
    document.addEventListener("focusin", note);
    vanishing.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    return () => {
      clearTimeout(timer);
      vanishing.disconnect();
      document.removeEventListener("focusin", note);
      history = [];
    };
  }, []);
}
