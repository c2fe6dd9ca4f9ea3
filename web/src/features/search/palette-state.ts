import { useSyncExternalStore } from "react";
import { changeSignal } from "#web/lib/change-signal.ts";

let isOpen = false;
const changes = changeSignal();

export const isPaletteOpen = (): boolean => isOpen;
export const onPalette = changes.subscribe;

export function setPaletteOpen(next: boolean): void {
  isOpen = next;
  changes.notify();
}

export const usePaletteOpen = (): boolean => useSyncExternalStore(onPalette, isPaletteOpen);

/** Handles Ctrl/⌘+K, unless the editor has used it for a link or another dialog is open. Returns a function that stops. */
export function openOnKey(): () => void {
  const open = (event: KeyboardEvent) => {
    const { code, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    // `code` is used because `key` is another character with a Korean layout.
    if (code !== "KeyK" || ctrlKey === metaKey || altKey || shiftKey || defaultPrevented) return;
    event.preventDefault();
    if (!document.querySelector("[role=dialog],[role=alertdialog]")) setPaletteOpen(true);
  };
  addEventListener("keydown", open);
  return () => removeEventListener("keydown", open);
}
