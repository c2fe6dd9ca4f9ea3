/**
 * Popovers as in browsers, which jsdom lacks: the topmost closes by Escape and by a press and release elsewhere. They get
 * a style of their own, because jsdom hides whatever has the attribute `popover`.
 */
export function addPopovers(): void {
  const shown: HTMLElement[] = [];
  const toggle = (popover: HTMLElement, newState: "open" | "closed") => {
    popover.style.display = newState === "open" ? "block" : "";
    popover.dispatchEvent(Object.assign(new Event("toggle"), { newState }));
  };
  const topmost = () => shown.findLast((popover) => popover.isConnected);
  const hide = (popover: HTMLElement) => {
    shown.splice(shown.indexOf(popover), 1);
    toggle(popover, "closed");
  };
  HTMLElement.prototype.showPopover = function show() {
    shown.push(this);
    toggle(this, "open");
  };
  HTMLElement.prototype.hidePopover = function leave() {
    if (shown.includes(this)) hide(this);
  };
  let pressed: EventTarget | null = null;
  const listen = (type: string, act: (event: Event) => void) => document.addEventListener(type, act, true);
  listen("keydown", (event) => {
    const popover = topmost();
    if (popover && (event as KeyboardEvent).key === "Escape") hide(popover);
  });
  listen("pointerdown", ({ target }) => {
    pressed = target;
  });
  listen("pointerup", ({ target }) => {
    const popover = topmost();
    if (popover && target === pressed && !popover.contains(target as Node)) hide(popover);
  });
}
