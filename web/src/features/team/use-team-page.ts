import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import { useSession } from "#web/lib/session.ts";
import { monthOf } from "#web/ui/month-calendar-days.ts";
import { teamPageQuery } from "./queries.ts";
import { teamFailed, teamGone, teamRefreshFailed } from "./texts.ts";
import { useFailureToast } from "./use-failure-toast.ts";

/** Queries a team and the problem tags of a day's month. If a month cannot be fetched, the team stays shown. */
export function useTeamPage(teamId: number, day: string) {
  const { uuid } = useSession();
  const month = monthOf(day);
  const query = useQuery(teamPageQuery(teamId, month));
  const [last, setLast] = useState({ uuid, data: query.data });
  if (query.data && query.data !== last.data) setLast({ uuid, data: query.data });
  // After a logout the public data stays shown; for another member it is fetched again.
  const page = query.data ?? (uuid === null || uuid === last.uuid ? last.data : undefined);
  const isGone = isRefusal(query.error, "team-not-found");
  useFailureToast(page && query, isGone ? teamGone : query.isLoadingError ? teamFailed : teamRefreshFailed);

  return {
    page,
    /** Undefined until they are loaded. */
    tags: query.isPlaceholderData ? undefined : query.data?.subjectArticleDateAndTagResponses,
    isFetching: query.isFetching,
    isGone,
    failure: page ? null : query.error,
    retry: () => void query.refetch(),
  };
}
