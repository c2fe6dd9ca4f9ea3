import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Team, TeamPage } from "#contracts/team/api";
import { teamKeys } from "#web/features/team/queries.ts";
import { welcome } from "#web/features/team/welcome.ts";
import { useMemberInfo } from "#web/lib/member-info.ts";
import { useSession } from "#web/lib/session.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { toast } from "#web/ui/toast.tsx";

/** The role of the caller in a page's team, updated live. `isMember` is undefined while it is unknown. */
export function useRole(teamId: number, page: TeamPage | undefined, isFetching: boolean) {
  const { uuid } = useSession();
  const info = useMemberInfo();

  // The previous response is used until the next one, but a logout removes all rights immediately.
  const isManager = uuid !== null && (page?.teamManager ?? false);
  const belongs =
    uuid === null ? false : info.data?.teamAbstractResponses.some((team) => team.teamId === teamId);
  const isMember = isManager || (belongs ?? (info.isError ? false : undefined));
  const isSettled = page !== undefined && !isFetching && !info.isFetching;
  useRoleNotes(uuid, page?.myTeamResponse, isSettled ? roleOf(isManager, belongs) : undefined);
  useArticlesOfRole(teamId, isMember);
  return { isManager, isMember };
}

/** Undefined while unknown: a failed query does not change the role. */
function roleOf(isManager: boolean, belongs: boolean | undefined): Role | undefined {
  if (isManager) return "manager";
  return belongs === undefined ? undefined : belongs ? "member" : "outsider";
}

/** The server sends bodies only to members, so joining and leaving refetch the articles. */
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

/** The role of the caller in the team. */
type Role = "manager" | "member" | "outsider";

const leftTeam = {
  title: "팀에서 나가게 되었어요",
  text: "이제 이 팀의 멤버가 아니어서 글의 내용을 볼 수 없어요.",
};

/**
 * Tells the caller that the role has changed while the page is open: an alert after removal, otherwise a toast. `role`
 * is undefined while it is unknown; a different `uuid` starts again.
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
