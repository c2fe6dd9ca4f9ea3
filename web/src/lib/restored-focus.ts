import { useEffect } from "react";

/** A focused control with its ancestors, innermost first, and the dialog over the page that contained it. */
interface Focused {
  readonly path: readonly WeakRef<Element>[];
  readonly portal: WeakRef<Element> | null;
}

const portals = "[data-base-ui-portal]";
const guards = "[data-base-ui-focus-guard]";
/** `data-next-focus` marks focus targets other than headings, such as the action of the day. */
const stops = "[data-next-focus], h1, h2, h3";

/** The last focus in the page, followed by the last one in each dialog above it. */
let history: readonly Focused[] = [];

function recordFocus({ target }: FocusEvent): void {
  if (!(target instanceof Element) || target.matches(guards)) return;
  // While an editor is open, it restores the focus to the text itself.
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
 * Where the focus moves: to the control that had it last outside `popup` or, if that is removed or disabled, to the
 * heading of its section. Null if nothing had it.
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

/** Makes a heading focusable by script only. */
export function focusable(element: HTMLElement): HTMLElement {
  if (/^H\d$/.test(element.tagName)) element.tabIndex = -1;
  return element;
}

const lastControl = () => history.at(-1)?.path[0]?.deref();

/** A disabled control loses the focus only with the next paint. */
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
 * While mounted: if a focused control is removed or disabled, because its section changed its mode or its subject was
 * deleted, the focus moves to the heading of its section instead of the top of the document.
 */
export function useRestoredFocus(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restore = () => {
      if (isLost()) focusBefore()?.focus({ preventScroll: true });
    };
    const removals = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      // The replacement may take the focus itself.
      timer = setTimeout(restore);
    });
    document.addEventListener("focusin", recordFocus);
    removals.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
    return () => {
      clearTimeout(timer);
      removals.disconnect();
      document.removeEventListener("focusin", recordFocus);
      history = [];
    };
  }, []);
}
