import { Navigate, useLocation } from "react-router-dom";

/** To the login and back here, for a page that has nothing to show once the login has ended in another tab. */
export function ToLogin() {
  const { pathname, search } = useLocation();
  return <Navigate to="/login" replace state={{ from: pathname + search }} />;
}
