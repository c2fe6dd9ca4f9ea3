import { useSyncExternalStore } from "react";

const follow = (listener: () => void) => {
  window.addEventListener("hashchange", listener);
  window.addEventListener("popstate", listener);
  return () => {
    window.removeEventListener("hashchange", listener);
    window.removeEventListener("popstate", listener);
  };
};

/** The place in the page that the address names, with its `#`; without the router, for what stands on the front page. */
export const useHash = (): string => useSyncExternalStore(follow, () => window.location.hash);
