import { useEffect, useRef } from "react";
import { changeSignal } from "#web/lib/change-signal.ts";
import { toast } from "#web/ui/toast.tsx";

/** Id of the joined team until its page has moved the focus. */
let joined: number | null = null;
const joinings = changeSignal();

/** Shows a toast once; on the team's page the focus moves to the next action (spec/daily-use.md §7.5). */
export function welcome({ teamId, teamName }: { readonly teamId: number; readonly teamName: string }): void {
  joined = teamId;
  toast.success(`${teamName}의 팀원이 되었어요`);
  joinings.notify();
}

/** Ref of the control that receives the focus after joining, rendered once `isMember` is true. */
export function useWelcomeFocus(teamId: number, isMember: boolean | undefined) {
  const control = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!isMember) return;
    const focus = () => {
      if (joined !== teamId) return;
      joined = null;
      control.current?.focus();
    };
    focus();
    return joinings.subscribe(focus);
  }, [teamId, isMember]);
  return control;
}
