import { useSyncExternalStore } from "react";
import { changeSignal } from "#web/lib/change-signal.ts";

const urls = new Map<string, string>();
const changes = changeSignal();

/** A picture that another browser calls `src` is shown from `url` here; without one no longer. */
export function showAs(src: string, url: string | undefined): void {
  if (url === undefined) urls.delete(src);
  else urls.set(src, url);
  changes.notify();
}

/** Where the picture of a node is to be had in this browser. */
export const useShownSource = (src: string): string =>
  useSyncExternalStore(changes.subscribe, () => urls.get(src) ?? src);
