import { useMemo } from "react";
import { Navigate, useLocation } from "react-router-dom";

/** To the login and back here, for a page that has nothing to show once the login has ended in another tab. */
export function ToLogin() {
  const { pathname, search } = useLocation();
  const from = pathname + search;
  // With another state it would navigate again each time it is rendered, as long as the login page is being fetched.
  const state = useMemo(() => ({ from }), [from]);
  return <Navigate to="/login" replace state={state} />;
}
