import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Team, TeamPage } from "#contracts/team/api";
import { teamKeys } from "#web/features/team/queries.ts";
import { welcome } from "#web/features/team/welcome.ts";
import { useMemberInfo } from "#web/lib/member-info.ts";
import { useSession } from "#web/lib/session.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { toast } from "#web/ui/toast.tsx";

/** Who the person is in the team of a page, kept fresh. `isMember` is undefined while it is unknown. */
export function useRole(teamId: number, page: TeamPage | undefined, isFetching: boolean) {
  const { uuid } = useSession();
  const info = useMemberInfo();

  // The page of before stands until the next answer; a login that has ended takes its rights with it at once.
  const isManager = uuid !== null && (page?.teamManager ?? false);
  const belongs =
    uuid === null ? false : info.data?.teamAbstractResponses.some((team) => team.teamId === teamId);
  const isMember = isManager || (belongs ?? (info.isError ? false : undefined));
  const isSettled = page !== undefined && !isFetching && !info.isFetching;
  useRoleNotes(uuid, page?.myTeamResponse, isSettled ? roleOf(isManager, belongs) : undefined);
  useArticlesOfRole(teamId, isMember);
  return { isManager, isMember };
}

/** Undefined while it is unknown: a failed query changes no role. */
function roleOf(isManager: boolean, belongs: boolean | undefined): Role | undefined {
  if (isManager) return "manager";
  return belongs === undefined ? undefined : belongs ? "member" : "outsider";
}

/** Whether bodies are handed out depends on who asks: joining and leaving fetch the articles again. */
function useArticlesOfRole(teamId: number, isMember: boolean | undefined) {
  const client = useQueryClient();
  const before = useRef<boolean | undefined>(undefined);
  useEffect(() => {
    if (isMember === undefined) return;
    if (before.current !== undefined && before.current !== isMember)
      void client.invalidateQueries({ queryKey: teamKeys.articles(teamId) });
    before.current = isMember;
  }, [client, teamId, isMember]);
}

/** Who the person on the page is in the team. */
type Role = "manager" | "member" | "outsider";

const leftTeam = {
  title: "팀에서 나가게 되었어요",
  text: "이제 이 팀의 멤버가 아니어서 글의 내용을 볼 수 없어요.",
};

/**
 * Shows that the role has changed under an open page: losing the team in an alert, joining it, in whichever way, as
 * everywhere. `role` is undefined while it is being looked up; another member (`uuid`) starts again.
 */
function useRoleNotes(uuid: string | null, team: Team | undefined, role: Role | undefined): void {
  const { alert } = useDialogs();
  const before = useRef<{ uuid: string | null; role: Role } | null>(null);

  useEffect(() => {
    if (role === undefined) return;
    const last = before.current?.uuid === uuid ? before.current.role : role;
    before.current = { uuid, role };
    if (last === role) return;
    if (last === "outsider") {
      if (team) welcome(team);
    } else if (role === "outsider") void alert(leftTeam);
    else if (role === "manager") toast.success("이 팀의 방장이 되었어요");
    else toast("이제 이 팀의 일반 회원이에요");
  }, [uuid, team, role, alert]);
}
