import { useSyncExternalStore } from "react";
import { changeSignal } from "#web/lib/change-signal.ts";

const urls = new Map<string, string>();
const changes = changeSignal();

/** Maps the address `src` of another browser to a local `url`; without a url the mapping is removed. */
export function showAs(src: string, url: string | undefined): void {
  if (url === undefined) urls.delete(src);
  else urls.set(src, url);
  changes.notify();
}

/** The local address of a node's picture. */
export const useShownSource = (src: string): string =>
  useSyncExternalStore(changes.subscribe, () => urls.get(src) ?? src);
