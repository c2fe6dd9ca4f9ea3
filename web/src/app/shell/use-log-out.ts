import { logout } from "#contracts/identity/api";
import { call } from "#web/lib/calls/api.ts";
import { endSessionQuietly } from "#web/lib/session.ts";
import { forgetLastTeam } from "#web/lib/storage/last-team.ts";
import { forgetWay } from "#web/lib/way-back.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";

/** Ends the login on the server if it can be reached, here in any case, and starts the page anew (spec/ui.md §5). */
export function useLogOut(): () => Promise<void> {
  const { alert } = useDialogs();
  return async () => {
    const answer = call(logout, {}).catch(() => undefined);
    // The server closes the lines of this login: that is no news to the tab that asked for it.
    endSessionQuietly();
    await answer;
    endSessionQuietly();
    void forgetLastTeam();
    forgetWay();
    await alert("로그아웃 되었습니다!");
    window.location.assign("/");
  };
}
