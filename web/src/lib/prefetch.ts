import type { QueryClient } from "@tanstack/react-query";

/** Prefetches the first queries of a page; `params` are those of its route. */
export type PagePrefetch = (
  client: QueryClient,
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
) => void;

interface Saving {
  readonly connection?: { readonly saveData?: boolean };
}

/** Milliseconds on a link after which a click is likely. A pointer that crosses the link leaves it sooner. */
const restMs = 60;

/** The link in or around an element that leads to another page of the product. */
function linkOf(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.origin !== window.location.origin || link.target === "_blank") return undefined;
  return link.pathname === window.location.pathname ? undefined : link;
}

/**
 * Calls `prefetch` with the target of a link (path and search) when a pointer or the focus rests on it, or a finger
 * touches it; never with Save-Data. Returns a function that stops.
 */
export function prefetchLinks(prefetch: (address: string) => void): () => void {
  if ((navigator as Saving).connection?.saveData) return () => {};
  let link: HTMLAnchorElement | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const enter = ({ target, type }: Event) => {
    const next = linkOf(target);
    if (next === link && type !== "touchstart") return;
    clearTimeout(rest);
    link = next;
    if (!next) return;
    rest = setTimeout(() => prefetch(next.pathname + next.search), type === "touchstart" ? 0 : restMs);
  };
  const leave = () => {
    clearTimeout(rest);
    link = undefined;
  };
  const enterings = ["pointerover", "touchstart", "focusin"] as const;
  const leaveEvents = ["pointerleave", "focusout"] as const;
  for (const event of enterings) document.addEventListener(event, enter, { passive: true });
  for (const event of leaveEvents) document.addEventListener(event, leave, { passive: true });
  return () => {
    leave();
    for (const event of enterings) document.removeEventListener(event, enter);
    for (const event of leaveEvents) document.removeEventListener(event, leave);
  };
}
