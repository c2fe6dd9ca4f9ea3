import { useDeferredValue, useEffect } from "react";
import { type LoaderFunctionArgs, Navigate, Outlet, useLoaderData, useNavigation } from "react-router-dom";
import { standOnProtectedPage } from "#web/lib/navigation.ts";
import { adoptCookie, currentToken, memberOf, useSession } from "#web/lib/session.ts";

/** On entering a protected page: takes over a login of another tab and notes where the person wanted to go. */
export function protectedLoader({ request }: LoaderFunctionArgs) {
  adoptCookie();
  const { pathname, search } = new URL(request.url);
  const token = currentToken();
  return { allowed: token !== null, member: memberOf(token), from: pathname + search };
}

/**
 * Sends visitors to /login with the origin location; judged on entering, so that losing the login tears nothing down.
 * Where another member is logged in than the one who entered, the page is entered again: what the former has written there
 * waits for them as a draft, and is neither shown nor sent in the name of the other. A navigation under way enters with the
 * new member by itself.
 */
export function Protected() {
  const { allowed, member, from } = useLoaderData<typeof protectedLoader>();
  const { uuid } = useSession();
  const { state } = useNavigation();
  // The router reports a navigation after the session reports what its loader has taken over.
  const isSettled = useDeferredValue(uuid) === uuid && state === "idle";
  useEffect(() => (allowed ? standOnProtectedPage() : undefined), [allowed]);
  if (allowed && uuid !== null && uuid !== member) return isSettled ? <Navigate to={from} replace /> : null;
  return allowed ? <Outlet /> : <Navigate to="/login" replace state={{ from }} />;
}
