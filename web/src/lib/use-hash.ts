import { useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";

const { subscribe } = changeSignal("hashchange", "popstate");

/** The fragment of the address with its `#`, without the router, for components of the front page. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => window.location.hash);
