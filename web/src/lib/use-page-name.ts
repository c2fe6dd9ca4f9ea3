import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { showTitle } from "./tab-title.ts";
import { documentTitleOf, siteName } from "./titles.ts";

/** Puts the name of what a page is about into the browser's title, as the server's first answer does; undefined while unknown. */
export function usePageName(name: string | undefined): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (name !== undefined) showTitle(documentTitleOf(pathname, name));
  }, [pathname, name]);
}

/** The browser's title is the heading of the page, where that says more than its path (spec/daily-use.md §7.6). */
export function useTabTitle(heading: string): void {
  useEffect(() => {
    showTitle(`${heading} | ${siteName}`);
  }, [heading]);
}
