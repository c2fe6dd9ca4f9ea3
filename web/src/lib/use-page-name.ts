import { useLayoutEffect } from "react";
import { useLocation } from "react-router-dom";
import { showTitle } from "./tab-title.ts";
import { documentTitleOf, siteName } from "./titles.ts";

/**
 * Puts the name of the page's subject into the browser's title, as the server-rendered head does; undefined while
 * unknown.
 */
export function usePageName(name: string | undefined): void {
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    if (name !== undefined) showTitle(documentTitleOf(pathname, name));
  }, [pathname, name]);
}

/** Uses the heading of the page as the browser's title, if it says more than its path (spec/daily-use.md §7.6). */
export function useTabTitle(heading: string): void {
  useLayoutEffect(() => {
    showTitle(`${heading} | ${siteName}`);
  }, [heading]);
}
