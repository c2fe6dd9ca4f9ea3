import { useNavigate } from "react-router-dom";
import { useOwnTeamName } from "#web/lib/member-info.ts";
import { toast } from "#web/ui/toast.tsx";
import { teamPath } from "../copy-address.tsx";

/**
 * Lets a form of a team's post store its text in the outbox, which is then listed on its day (spec/daily-use.md §7.6).
 */
export function useLaterSending(teamId: number, day: string | null) {
  const navigate = useNavigate();
  return {
    about: { teamId, teamName: useOwnTeamName(teamId) ?? "", day },
    onQueued() {
      toast("연결되면 보낼게요");
      const path = day === null ? `/team-dashboard/${teamId}` : teamPath({ teamId, date: day });
      void navigate(path, { replace: true });
    },
  };
}
