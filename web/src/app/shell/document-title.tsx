import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { documentTitleOf } from "#web/lib/titles.ts";

/** The browser's title follows the path (spec/ui.md §4). */
export function DocumentTitle() {
  const { pathname } = useLocation();
  useEffect(() => {
    document.title = documentTitleOf(pathname);
  }, [pathname]);
  return null;
}
