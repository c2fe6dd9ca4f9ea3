import { logout } from "#contracts/identity/api";
import { call } from "#web/lib/calls/api.ts";
import { currentToken, endSessionQuietly, memberOf } from "#web/lib/session.ts";
import { forgetLogin } from "#web/lib/storage/forget-member.ts";
import type { Dialogs } from "#web/ui/dialogs.tsx";
import { logoutQuestion } from "./logout-question.ts";

/** Stops push notifications on this device for a member who has logged out. */
async function stopDevice(member: string | null): Promise<void> {
  if (member === null || !("Notification" in window) || Notification.permission !== "granted") return;
  const stopped = import("#web/lib/push-device.ts").then(({ stopPushes }) => stopPushes(member));
  await stopped.catch(() => undefined);
}

/** Ends the session on the server if it is reachable, and locally in any case, and reloads the page (spec/ui.md §5). */
export async function logOut({ alert, confirm }: Dialogs): Promise<void> {
  const member = memberOf(currentToken());
  const question = member === null ? undefined : await logoutQuestion(member);
  if (question && !(await confirm(question))) return;
  // Without waiting for an unresponsive server: the person may close the tab.
  if (member !== null) await forgetLogin(member);
  await stopDevice(member);
  const answer = call(logout, {}).catch(() => undefined);
  // The server closes the connections of this session, which this tab must not treat as a loss.
  endSessionQuietly();
  await answer;
  endSessionQuietly();
  await alert("로그아웃 되었습니다!");
  window.location.assign("/");
}
