import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { getRhythm, type Rhythm } from "#contracts/rhythm/api";
import { read } from "#web/lib/calls/api.ts";
import { noteDayEnd } from "#web/lib/day-ends.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { currentToken } from "#web/lib/session.ts";

/** Of the team's day, its promise and its attendance: what a rest, an excuse or a promise changes. */
export const rhythmKey = (teamId: number) => ["rhythm", String(teamId)] as const;

/** Refetches the rhythm and the attendance after a command; after a refusal the page may be outdated. */
export function useRhythmRefresh(teamId: number) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: rhythmKey(teamId) });
}

export const attendanceKey = (teamId: number) => [...rhythmKey(teamId), "attendance"] as const;

/** Articles change what was written, the team's page its end of the day and its members. */
export const rhythmFollows = (teamId: number) => [`team-articles/${teamId}`, `team-page/${teamId}`];

/** In a busy team many articles a second change these queries. */
export const gatherMs = 1000;

/** No live message tells that a day has ended: the answer is fetched again when it does. */
export const untilDayEnds = (endsAt: string) => Math.max(1000, Date.parse(endsAt) - serverTime());

/** A team's day, its promise, and the caller's week; for members (spec/rhythm.md §4). Its answer sets the team's day. */
export const rhythmQuery = (teamId: number) =>
  queryOptions({
    queryKey: rhythmKey(teamId),
    queryFn: async ({ signal, client, queryKey }) => {
      const rhythm = await read(getRhythm, { params: { teamId }, signal });
      noteDayEnd(teamId, rhythm.dayEndsAt);
      const before = client.getQueryData<Rhythm>(queryKey);
      // What was open has been missed.
      if (before && before.today.date !== rhythm.today.date)
        void client.invalidateQueries({ queryKey: attendanceKey(teamId) });
      return rhythm;
    },
    // A page stays open after a logout, and a visitor's call would lead to the login.
    enabled: () => currentToken() !== null,
    refetchInterval: ({ state: { data } }) => data !== undefined && untilDayEnds(data.today.endsAt),
    meta: { follows: () => [...rhythmFollows(teamId), `problem-queue/${teamId}`], gatherMs },
  });
