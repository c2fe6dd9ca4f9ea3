import { useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";

/** Chromium's offer to install the site as an app; no standard type has it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let offered: InstallPrompt | null = null;
const changes = changeSignal();

function offer(next: InstallPrompt | null): void {
  offered = next;
  changes.notify();
}

/** Keeps the browser's offer for a button of ours: it comes once, soon after the page, whatever page that is. */
export function keepInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer(event as InstallPrompt);
  });
  window.addEventListener("appinstalled", () => offer(null));
}

/** Asks the browser to install; null where it does not offer that, or has done it. */
export function useInstall(): (() => Promise<void>) | null {
  const prompt = useSyncExternalStore(changes.subscribe, () => offered);
  if (!prompt) return null;
  return async () => {
    await prompt.prompt();
    // A prompt can be shown once; the browser offers another after a refusal.
    if (offered === prompt) offer(null);
  };
}
