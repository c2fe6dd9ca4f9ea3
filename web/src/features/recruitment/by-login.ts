import { useSession } from "#web/lib/session.ts";

/** Where a link leads: visitors go there through the login. */
export function useByLogin(): (path: string) => { to: string; state?: { from: string } } {
  const { isLoggedIn } = useSession();
  return (path) => (isLoggedIn ? { to: path } : { to: "/login", state: { from: path } });
}
