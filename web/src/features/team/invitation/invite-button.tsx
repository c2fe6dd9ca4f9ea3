import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import { isInviteRequest } from "#web/lib/navigation-state.ts";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { InvitingTeam } from "./texts.ts";

const inviteDialog = lazyModule(() => import("./invite-dialog.tsx"));

/**
 * Opens the invitation dialog of a team for managers (spec/daily-use.md §7.4), also if the navigation state requests
 * it.
 */
export function useInvite(team: InvitingTeam) {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [isRequested, setRequested] = useState(false);
  const open = () => {
    setRequested(true);
    setOpen(true);
  };
  const opensOnArrival = isInviteRequest(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation that requests the dialog
  useEffect(() => {
    if (!opensOnArrival) return;
    open();
    // Clears the state, so that neither a reload nor the back button opens the dialog again.
    void navigate(pathname + search, { replace: true, state: null });
  }, [opensOnArrival]);
  const loaded = useLazyModule(inviteDialog, isRequested, () => {
    setRequested(false);
    setOpen(false);
    toast.error("초대 링크를 만들지 못했어요");
  });
  const dialog = loaded && isRequested && (
    <loaded.InviteDialog team={team} isOpen={isOpen} onClose={() => setOpen(false)} />
  );
  return { open, dialog };
}

export function InviteButton({ team, className }: { team: InvitingTeam; className?: string | undefined }) {
  const { open, dialog } = useInvite(team);
  return (
    <>
      <button type="button" className={className} onClick={open}>
        <Icon name="link" />
        팀원 초대하기
      </button>
      {dialog}
    </>
  );
}
