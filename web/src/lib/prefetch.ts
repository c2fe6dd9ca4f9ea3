type Bring = (path: string) => void;

interface Saving {
  readonly connection?: { readonly saveData?: boolean };
}

/** The address inside the product that a link in or around an element leads to. */
function pathOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.origin !== window.location.origin || link.target === "_blank") return undefined;
  return link.pathname;
}

/**
 * Calls `bring` with where a link leads as soon as somebody points at it, touches it or reaches it with the keyboard, once
 * per address; never for who saves data. Returns how to stop.
 */
export function prefetchLinks(bring: Bring): () => void {
  if ((navigator as Saving).connection?.saveData) return () => {};
  const brought = new Set<string>();
  const look = ({ target }: Event) => {
    const path = pathOf(target);
    if (path === undefined || path === window.location.pathname || brought.has(path)) return;
    brought.add(path);
    bring(path);
  };
  const events = ["pointerover", "touchstart", "focusin"] as const;
  for (const event of events) document.addEventListener(event, look, { passive: true });
  return () => {
    for (const event of events) document.removeEventListener(event, look);
  };
}
