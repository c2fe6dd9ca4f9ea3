import { useDeferredValue, useEffect } from "react";
import { type LoaderFunctionArgs, Navigate, Outlet, useLoaderData, useNavigation } from "react-router-dom";
import { enterProtectedPage } from "#web/lib/navigation.ts";
import { adoptCookie, currentToken, memberOf, useSession } from "#web/lib/session.ts";

/** On entering a protected page: adopts another tab's login and stores the requested address. */
export function protectedLoader({ request }: LoaderFunctionArgs) {
  adoptCookie();
  const { pathname, search } = new URL(request.url);
  const token = currentToken();
  return { allowed: token !== null, member: memberOf(token), from: pathname + search };
}

/**
 * Redirects visitors to /login with the origin location. Checked on entering, so that the end of a session unmounts
 * nothing. If another member has logged in since, the page is entered again: the former member's text stays a draft and
 * is neither shown nor sent in the name of the other. A navigation in progress enters with the new member anyway.
 */
export function Protected() {
  const { allowed, member, from } = useLoaderData<typeof protectedLoader>();
  const { uuid } = useSession();
  const { state } = useNavigation();
  // The router reports a navigation later than the session reports the login that its loader has adopted.
  const isSettled = useDeferredValue(uuid) === uuid && state === "idle";
  useEffect(() => (allowed ? enterProtectedPage() : undefined), [allowed]);
  if (allowed && uuid !== null && uuid !== member) return isSettled ? <Navigate to={from} replace /> : null;
  return allowed ? <Outlet /> : <Navigate to="/login" replace state={{ from }} />;
}
