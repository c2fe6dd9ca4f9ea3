import { useSyncExternalStore } from "react";
import { changeSignal } from "#web/lib/change-signal.ts";
import type { SearchEngine } from "#web/lib/search/search-engine.ts";

let engine: SearchEngine | undefined;
let stopFollowing = () => {};
const changes = changeSignal();

/** The search index of the member who is logged in, while there is one. */
export function setEngine(next: SearchEngine | undefined): void {
  stopFollowing();
  engine = next;
  stopFollowing = next?.onChange(changes.notify) ?? (() => {});
  changes.notify();
}

export const useEngine = () => useSyncExternalStore(changes.subscribe, () => engine);
/** Changes with each update of the index. */
export const useEngineState = () => useSyncExternalStore(changes.subscribe, () => engine?.state());
