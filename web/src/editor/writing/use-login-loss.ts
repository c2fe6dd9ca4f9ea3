import { useEffect, useState } from "react";
import { adoptCookie, cookieToken, currentToken, memberOf, useSession } from "../../lib/session.ts";

/**
 * Whether the writer's session has ended. If the same member has logged in in another tab, that session is adopted when
 * this tab is shown again; a member's text is never sent in the name of another.
 */
export function useLoginLoss(): boolean {
  const { isLoggedIn } = useSession();
  const [writer] = useState(() => memberOf(currentToken()));
  useEffect(() => {
    if (isLoggedIn || writer === null) return;
    const adopt = () => memberOf(cookieToken()) === writer && adoptCookie();
    window.addEventListener("focus", adopt);
    document.addEventListener("visibilitychange", adopt);
    return () => {
      window.removeEventListener("focus", adopt);
      document.removeEventListener("visibilitychange", adopt);
    };
  }, [isLoggedIn, writer]);
  return !isLoggedIn;
}
