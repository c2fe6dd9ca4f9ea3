import { queryOptions } from "@tanstack/react-query";
import { getToday, type TeamToday, type Today } from "#contracts/today/api";
import { read } from "#web/lib/calls/api.ts";
import { todayKey } from "./queries.ts";
import { untilDayEnds } from "./rhythm/queries.ts";

const viewsOf = ({ rhythm }: TeamToday) => [
  "team-page",
  "team-calendar",
  "team-articles",
  ...(rhythm ? ["rhythm"] : []),
];

/** Until the first of the days ends that have an end of their own; false without a promise in force. */
const untilFirstEnd = ({ teams }: Today): number | false => {
  const ends = teams.flatMap(({ rhythm }) => (rhythm ? untilDayEnds(rhythm.endsAt) : []));
  return ends.length > 0 && Math.min(...ends);
};

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
    refetchInterval: ({ state: { data } }) => data !== undefined && untilFirstEnd(data),
    meta: {
      gatherMs: 1000,
      follows: (answer) =>
        ((answer as Today | undefined)?.teams ?? []).flatMap((team) =>
          viewsOf(team).map((view) => `${view}/${team.teamId}`),
        ),
    },
  });
