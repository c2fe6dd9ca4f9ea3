import { useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";

const { subscribe } = changeSignal("online", "offline");

/** Whether the browser reports a network connection. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
