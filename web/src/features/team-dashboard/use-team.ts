import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { teamKeys } from "#web/features/team/queries.ts";
import { useTeamPage } from "#web/features/team/use-team-page.ts";
import { useSession } from "#web/lib/session.ts";
import { membershipsQuery } from "./queries.ts";
import { type Standing, useStandingNotes } from "./use-standing-notes.ts";

/** A team seen from the month of a day, who the person is in it, and all of that kept fresh. */
export function useTeam(teamId: number, day: string) {
  const { uuid } = useSession();
  const { page, isFetching, ...seen } = useTeamPage(teamId, day);
  const memberships = useQuery(membershipsQuery(uuid));

  // The page of before stands until the next answer; a login that has ended takes its rights with it at once.
  const isManager = uuid !== null && (page?.teamManager ?? false);
  const belongs = uuid === null ? false : memberships.data?.includes(teamId);
  const isMember = isManager || (belongs ?? (memberships.isError ? false : undefined));
  const isSettled = page !== undefined && !isFetching && !memberships.isFetching;
  useStandingNotes(uuid, isSettled ? standingOf(isManager, belongs) : undefined);
  useArticlesOfStanding(teamId, isMember);

  return {
    ...seen,
    team: page?.myTeamResponse,
    isManager,
    /** Undefined while it is unknown. */
    isMember,
  };
}

/** Undefined while it is unknown: a failed look-up takes nobody's standing. */
function standingOf(isManager: boolean, belongs: boolean | undefined): Standing | undefined {
  if (isManager) return "manager";
  return belongs === undefined ? undefined : belongs ? "member" : "outsider";
}

/** Whether bodies are handed out depends on who asks: joining and leaving fetch the articles again. */
function useArticlesOfStanding(teamId: number, isMember: boolean | undefined) {
  const client = useQueryClient();
  const before = useRef<boolean | undefined>(undefined);
  useEffect(() => {
    if (isMember === undefined) return;
    if (before.current !== undefined && before.current !== isMember)
      void client.invalidateQueries({ queryKey: teamKeys.articles(teamId) });
    before.current = isMember;
  }, [client, teamId, isMember]);
}
