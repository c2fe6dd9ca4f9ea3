import { useMemo } from "react";
import { Navigate, useLocation } from "react-router-dom";

/** Navigates to the login and back, for a page that has nothing to show once the session has ended in another tab. */
export function ToLogin() {
  const { pathname, search } = useLocation();
  const from = pathname + search;
  // A new state object would navigate again on each render while the login page is being loaded.
  const state = useMemo(() => ({ from }), [from]);
  return <Navigate to="/login" replace state={state} />;
}
