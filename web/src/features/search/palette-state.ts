import { useSyncExternalStore } from "react";
import { changeSignal } from "#web/lib/change-signal.ts";

/** How its keys are called here. */
export const commandKey = /Mac|iP/.test(navigator.platform) ? "⌘" : "Ctrl";

let isOpen = false;
const changes = changeSignal();

export const isPaletteOpen = (): boolean => isOpen;
export const onPalette = changes.subscribe;

export function setPaletteOpen(next: boolean): void {
  isOpen = next;
  changes.notify();
}

export const usePaletteOpen = (): boolean => useSyncExternalStore(onPalette, isPaletteOpen);

/** Ctrl/⌘+K, unless the editor has taken it for a link, or another window is open. Returns how to stop. */
export function openOnKey(): () => void {
  const open = (event: KeyboardEvent) => {
    const { code, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    // By its place: with a Korean keyboard the letter may be another one.
    if (code !== "KeyK" || ctrlKey === metaKey || altKey || shiftKey || defaultPrevented) return;
    event.preventDefault();
    if (!document.querySelector("[role=dialog],[role=alertdialog]")) setPaletteOpen(true);
  };
  addEventListener("keydown", open);
  return () => removeEventListener("keydown", open);
}
