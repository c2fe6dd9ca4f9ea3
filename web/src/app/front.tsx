import { StrictMode, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import type { Root } from "react-dom/client";
import { LandingPage } from "../features/landing/landing-page.tsx";
import { isPaletteOpen, onPalette } from "../features/search/palette-state.ts";
import { changeSignal } from "../lib/change-signal.ts";
import { linkThrough } from "../lib/link.tsx";
import { Frame } from "./shell/frame.tsx";

const here = { pathname: "/", search: "", state: null };

let stopPrefetching = () => {};
let isLeaving = false;
const changes = changeSignal();

function setLeaving(next: boolean): void {
  isLeaving = next;
  changes.notify();
}

const useLeaving = () => useSyncExternalStore(changes.subscribe, () => isLeaving);

const Front = () => (
  <Frame here={here} isLoading={useLeaving()}>
    <LandingPage />
  </Frame>
);

/** Renders the landing page for a visitor, without router and data. The first link followed loads the whole app. */
export function showFront(root: Root): void {
  linkThrough((to, state) => {
    setLeaving(true);
    openApp(root, to, state).catch(() => window.location.assign(to));
  });
  // The palette is loaded with the app; search data of former members are deleted.
  const stop = onPalette(() => {
    if (!isPaletteOpen()) return;
    stop();
    openApp(root, "/", null).catch(() => window.location.assign("/"));
  });
  import("../lib/search/forget-search.ts").then(
    ({ forgetOtherSearches }) => forgetOtherSearches(null),
    () => undefined,
  );
  import("../lib/prefetch.ts").then(prefetch, () => undefined);
  root.render(
    <StrictMode>
      <Front />
    </StrictMode>,
  );
}

/** Loads the app first, then the page, before a link is clicked. */
function prefetch({ prefetchLinks }: typeof import("../lib/prefetch.ts")): void {
  if (isLeaving) return;
  stopPrefetching = prefetchLinks((address) => {
    import("./routes.tsx").then(({ prefetchPage }) => prefetchPage(address)).catch(() => undefined);
    import("./app.tsx").catch(() => undefined);
  });
}

/**
 * Keeps the landing page until the next one can be rendered completely; the back button returns to it inside the app.
 */
async function openApp(root: Root, to: string, state: unknown): Promise<void> {
  const { makeApp } = await import("./app.tsx");
  stopPrefetching();
  const { app, navigate } = makeApp();
  await navigate(to, state);
  flushSync(() => root.render(app));
  window.scrollTo(0, 0);
  document.getElementById("content")?.focus({ preventScroll: true });
}
