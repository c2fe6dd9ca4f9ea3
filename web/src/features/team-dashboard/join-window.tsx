import { useMachine } from "@xstate/react";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { fromPromise } from "xstate";
import { useRefresh } from "#web/features/team/commands.ts";
import { rememberLook } from "#web/lib/applications-seen.ts";
import { useSession } from "#web/lib/session.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { join } from "./commands.ts";
import { type JoinAnswer, joinMachine } from "./join-machine.ts";
import { PasswordWindow } from "./password-window.tsx";

/** Joining this team by password (spec/ui.md §10). Every further press of `비밀번호 입력` raises `presses`. */
export function JoinWindow({ teamId, presses }: { teamId: number; presses: number }) {
  const { isLoggedIn, uuid } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { alert } = useDialogs();
  const refresh = useRefresh(teamId);

  const [snapshot, send] = useMachine(
    joinMachine.provide({
      actors: {
        join: fromPromise<JoinAnswer, { password: string }>(({ input }) => join(teamId, input.password)),
        refresh: fromPromise<void>(async () => {
          // A pending application counts as accepted now: one's own doing is no news.
          if (uuid !== null) rememberLook(uuid, Date.now());
          await refresh.membership();
        }),
        tell: fromPromise<void, { text: string }>(({ input }) => alert(input.text)),
      },
      actions: { goToLogin: () => navigate("/login", { state: { from: pathname + search } }) },
      guards: { isVisitor: () => !isLoggedIn },
    }),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each press opens the window
  useEffect(() => send({ type: "OPEN" }), [presses, send]);

  // While something is told the alert stands alone; the window comes back with what was typed.
  const isTyping = snapshot.matches("typing");
  const isPending = snapshot.matches("joining") || snapshot.matches("refreshing");
  return (
    <PasswordWindow
      isOpen={isTyping || isPending}
      isPending={isPending}
      password={snapshot.context.password}
      onType={(password) => send({ type: "TYPE", password })}
      onSubmit={() => send({ type: "SUBMIT" })}
      onClose={() => send({ type: "CLOSE" })}
    />
  );
}
