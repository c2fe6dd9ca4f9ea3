import { queryOptions } from "@tanstack/react-query";
import { getToday, type Today } from "#contracts/today/api";
import { read } from "#web/lib/calls/api.ts";
import { todayKey } from "./queries.ts";

const channelsOf = ["team-page", "team-calendar", "team-articles"] as const;

/** Today's activity in the caller's teams; `since` is an instant in milliseconds since 1970. */
export const todayQuery = (uuid: string | null, since: number | undefined) =>
  queryOptions({
    queryKey: [...todayKey(uuid), { since }],
    queryFn: ({ signal }) =>
      read(getToday, {
        query: { since: since === undefined ? undefined : new Date(since).toISOString() },
        signal,
      }),
    enabled: uuid !== null,
    meta: {
      gatherMs: 1000,
      follows: (answer) =>
        ((answer as Today | undefined)?.teams ?? []).flatMap(({ teamId }) =>
          channelsOf.map((view) => `${view}/${teamId}`),
        ),
    },
  });
