import { useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";

/** Starts the newer release that is offered. */
let start: (() => void) | undefined;
const changes = changeSignal();

export function offerNewVersion(startIt: () => void): void {
  start ??= startIt;
  changes.notify();
}

/** Whether a newer release waits for `startNewVersion`. */
export const useNewVersion = (): boolean =>
  useSyncExternalStore(changes.subscribe, () => start !== undefined);

export const startNewVersion = (): void => start?.();

/** Browsers cache the failure of a script: only a reload requests it again. */
export function reload(): void {
  window.history.replaceState({ ...window.history.state, isReloaded: true }, "");
  window.location.reload();
}
