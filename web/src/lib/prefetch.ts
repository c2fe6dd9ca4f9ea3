import type { QueryClient } from "@tanstack/react-query";

/** Asks ahead of time for what a page asks for first; `params` are those of its route. */
export type PagePrefetch = (
  client: QueryClient,
  params: Readonly<Record<string, string | undefined>>,
  search: URLSearchParams,
) => void;

interface Saving {
  readonly connection?: { readonly saveData?: boolean };
}

/** Milliseconds on a link before it counts as meant. A pointer on its way across leaves it sooner. */
const restMs = 60;

/** The link in or around an element that leads elsewhere inside the product. */
function linkOf(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.origin !== window.location.origin || link.target === "_blank") return undefined;
  return link.pathname === window.location.pathname ? undefined : link;
}

/**
 * Calls `prefetch` with where a link leads (path and search) when a pointer or the focus rests on it, or a finger touches it;
 * never for who saves data. Returns how to stop.
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
  const leavings = ["pointerleave", "focusout"] as const;
  for (const event of enterings) document.addEventListener(event, enter, { passive: true });
  for (const event of leavings) document.addEventListener(event, leave, { passive: true });
  return () => {
    leave();
    for (const event of enterings) document.removeEventListener(event, enter);
    for (const event of leavings) document.removeEventListener(event, leave);
  };
}
