import { useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";
import { deviceEntries } from "./storage/entries.ts";

/** The member's choice on this device; `system` follows the system's setting. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const entry = "theme";
const changes = changeSignal();

/** The choice stored on this device. */
export const chosenTheme = (): Theme =>
  themes.find((theme) => theme === deviceEntries.get(entry)) ?? "system";

export function chooseTheme(theme: Theme): void {
  if (theme === "system") deviceEntries.remove(entry);
  else deviceEntries.set(entry, theme);
  show(theme);
}

function show(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  changes.notify();
}

const shownTheme = (): Theme =>
  themes.find((theme) => theme === document.documentElement.dataset.theme) ?? "system";

/** Follows a choice in another tab. */
function follow({ key }: StorageEvent): void {
  if (key === entry || key === null) show(chosenTheme());
}

function subscribe(listener: () => void): () => void {
  // Adding the same function again has no effect.
  window.addEventListener("storage", follow);
  return changes.subscribe(listener);
}

/** The current theme; web/public/start.js has applied it before the first paint. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, shownTheme);
