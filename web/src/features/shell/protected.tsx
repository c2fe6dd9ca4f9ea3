import { useEffect } from "react";
import { type LoaderFunctionArgs, Navigate, Outlet, useLoaderData } from "react-router-dom";
import { standOnProtectedPage } from "#web/lib/navigation.ts";
import { adoptCookie, currentToken } from "#web/lib/session.ts";

/** On entering a protected page: takes over a login of another tab and notes where the person wanted to go. */
export function protectedLoader({ request }: LoaderFunctionArgs) {
  adoptCookie();
  const { pathname, search } = new URL(request.url);
  return { allowed: currentToken() !== null, from: pathname + search };
}

/** Sends visitors to /login with the origin location; judged on entering, so that losing the login tears nothing down. */
export function Protected() {
  const { allowed, from } = useLoaderData<typeof protectedLoader>();
  useEffect(() => (allowed ? standOnProtectedPage() : undefined), [allowed]);
  return allowed ? <Outlet /> : <Navigate to="/login" replace state={{ from }} />;
}
