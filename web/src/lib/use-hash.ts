import { useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";

const { subscribe } = changeSignal("hashchange", "popstate");

/** The place in the page that the address names, with its `#`; without the router, for what stands on the front page. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => window.location.hash);
