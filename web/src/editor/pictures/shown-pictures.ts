import { useSyncExternalStore } from "react";

const urls = new Map<string, string>();
const listeners = new Set<() => void>();

/** A picture that another browser calls `src` is shown from `url` here; without one no longer. */
export function showAs(src: string, url: string | undefined): void {
  if (url === undefined) urls.delete(src);
  else urls.set(src, url);
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where the picture of a node is to be had in this browser. */
export const useShownSource = (src: string): string =>
  useSyncExternalStore(listen, () => urls.get(src) ?? src);
