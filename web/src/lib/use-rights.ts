import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { TeamPage } from "#contracts/team/api";
import { useLiveGone } from "#web/lib/live/use-live.tsx";
import { useSession } from "#web/lib/session.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { toast } from "#web/ui/toast.tsx";

const rightsLost = {
  title: "이 팀의 관리 권한이 없어졌어요",
  text: "역할이 바뀌어 팀 페이지로 이동했어요.",
};

/**
 * Redirects a member who is not a manager of the team, once. `isManager` is undefined while it is unknown; a former
 * manager sees an alert, others are redirected to `elsewhere` (spec/wire-contract.md §12). `onLeave` is called before.
 */
export function useRights(
  teamId: number,
  {
    isManager,
    elsewhere,
    onLeave,
  }: { isManager: boolean | undefined; elsewhere: string; onLeave?: () => void },
) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { uuid } = useSession();
  const { alert } = useDialogs();
  /** Uuid of the member who was known to be a manager. */
  const manager = useRef<string>(null);
  const hasLeft = useRef(false);
  const isGivingUp = useRef(false);

  const leave = (to: string) => {
    if (hasLeft.current) return false;
    hasLeft.current = true;
    onLeave?.();
    // The cached team page dates from when the member was a manager.
    const teamPage = ["team-page", String(teamId)];
    client.removeQueries({ queryKey: teamPage, type: "inactive" });
    client.setQueriesData<Partial<TeamPage>>({ queryKey: teamPage }, (page) =>
      page?.teamManager ? { ...page, teamManager: false } : page,
    );
    navigate(to, { replace: true });
    return true;
  };
  const lose = () => {
    if (!isGivingUp.current && leave(`/team-dashboard/${teamId}`)) void alert(rightsLost);
  };

  // The page of a deleted team shows that itself.
  useLiveGone("team-members", teamId, (code) => {
    if (code === "revoked") lose();
  });
  const react = useEffectEvent(() => {
    if (isManager) manager.current = uuid;
    if (isManager !== false) return;
    if (uuid !== null && manager.current === uuid) lose();
    else if (leave(elsewhere)) toast("방장만 볼 수 있는 페이지예요");
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one reaction per change
  useEffect(() => react(), [isManager]);

  return {
    leave,
    /** While set, the loss of the role is the member's own wish. */
    giveUp(isIntended: boolean) {
      isGivingUp.current = isIntended;
    },
  };
}
