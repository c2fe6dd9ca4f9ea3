import { useEffect, useState } from "react";
import { adoptCookie, cookieToken, currentToken, memberOf, useSession } from "../../lib/session.ts";

/**
 * Whether the login of whoever writes is over. When the same member has logged in elsewhere meanwhile, that login is
 * taken over as soon as this tab is turned to again; the text of one person is never sent in the name of another.
 */
export function useLoginLoss(): boolean {
  const { isLoggedIn } = useSession();
  const [writer] = useState(() => memberOf(currentToken()));
  useEffect(() => {
    if (isLoggedIn || writer === null) return;
    const look = () => {
      if (memberOf(cookieToken()) === writer) adoptCookie();
    };
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [isLoggedIn, writer]);
  return !isLoggedIn;
}
