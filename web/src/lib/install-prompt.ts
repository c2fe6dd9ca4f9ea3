import { useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";

/** Chromium's prompt to install the site as an app; it is missing in the standard types. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let offered: InstallPrompt | null = null;
const changes = changeSignal();

function offer(next: InstallPrompt | null): void {
  offered = next;
  changes.notify();
}

/**
 * Keeps the browser's prompt for the product's own button: it is offered once, soon after the page load, on any page.
 */
export function keepInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer(event as InstallPrompt);
  });
  window.addEventListener("appinstalled", () => offer(null));
}

/** Shows the browser's install prompt; null if none is offered or the app is installed. */
export function useInstall(): (() => Promise<void>) | null {
  const prompt = useSyncExternalStore(changes.subscribe, () => offered);
  if (!prompt) return null;
  return async () => {
    await prompt.prompt();
    // A prompt can be shown once; the browser offers another after a refusal.
    if (offered === prompt) offer(null);
  };
}
