import { useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";

/** Maximum width of mobile screens in px; the style sheets use the same number (spec/ui.md §1). */
export const mobileWidth = 768;

const { subscribe } = changeSignal("resize");

export const isMobile = (): boolean => window.matchMedia(`(max-width: ${mobileWidth}px)`).matches;

/** Follows the width of the window. */
export const useMobile = (): boolean => useSyncExternalStore(subscribe, isMobile);
