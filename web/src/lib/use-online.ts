import { useSyncExternalStore } from "react";
import { changeSignal } from "./change-signal.ts";

const { subscribe } = changeSignal("online", "offline");

/** Whether the browser believes to have a network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
