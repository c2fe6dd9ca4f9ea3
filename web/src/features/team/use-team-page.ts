import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import { useSession } from "#web/lib/session.ts";
import { monthOf } from "#web/ui/month-calendar-days.ts";
import { teamPageQuery } from "./queries.ts";
import { teamFailed, teamGone, teamRefreshFailed } from "./texts.ts";
import { useFailureToast } from "./use-failure-toast.ts";

/** A team with the problem tags of the month of a day, kept fresh. A month that cannot be fetched leaves the team shown. */
export function useTeamPage(teamId: number, day: string) {
  const { uuid } = useSession();
  const month = monthOf(day);
  const query = useQuery(teamPageQuery(teamId, month));
  const [last, setLast] = useState({ uuid, data: query.data });
  if (query.data && query.data !== last.data) setLast({ uuid, data: query.data });
  // Once a login has ended, public data stays; for another member it is fetched again.
  const page = query.data ?? (uuid === null || uuid === last.uuid ? last.data : undefined);
  const isGone = isRefusal(query.error, "team-not-found");
  useFailureToast(page && query, isGone ? teamGone : query.isLoadingError ? teamFailed : teamRefreshFailed);

  return {
    page,
    /** Undefined while they are unknown. */
    tags: query.isPlaceholderData ? undefined : query.data?.subjectArticleDateAndTagResponses,
    isFetching: query.isFetching,
    isGone,
    failure: page ? null : query.error,
    retry: () => void query.refetch(),
  };
}
