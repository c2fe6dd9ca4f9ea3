import { queryOptions, useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { teamKeys } from "#web/features/team/queries.ts";
import { useTeamDays } from "#web/features/team/use-today.ts";
import { endedDayOf } from "#web/lib/day-ends.ts";
import { useMemberInfo } from "#web/lib/member-info.ts";
import { SearchEngine } from "#web/lib/search/search-engine.ts";
import { setEngine, useEngineState } from "./engine.ts";

const lockName = "search";

/** Runs `work` once this tab holds the Web Lock of the feed; returns a function that releases it. */
function whileFirst(work: () => void): () => void {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) {
    work();
    return () => {};
  }
  const end = new AbortController();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  locks
    .request(lockName, { signal: end.signal }, () => {
      if (end.signal.aborted) return undefined;
      work();
      return held;
    })
    .catch(() => undefined);
  return () => {
    release();
    end.abort();
  };
}

/**
 * A query under the key of the team's articles and calendar, so that their live views refetch the feed. The first one of a
 * day, and the first after a peek, also fetches days whose texts were veiled.
 */
const feedQuery = (engine: SearchEngine, teamId: number, today: string) =>
  queryOptions({
    queryKey: [...teamKeys.searchFeed(teamId), engine.number, today] as const,
    queryFn: async ({ client, queryKey, signal }) => {
      await engine.feed(teamId, signal, client.getQueryData(queryKey) === undefined);
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { follows: () => [`team-calendar/${teamId}`], gatherMs: 1000 },
  });

/** Keeps the search index of a member up to date. Renders nothing. */
export function SearchFeed({ memberId }: { memberId: string | null }) {
  const [engine, start] = useState<SearchEngine>();
  const [isFirst, setFirst] = useState(false);
  const isAlone = useEngineState()?.isAlone ?? false;
  const { data: info } = useMemberInfo();
  const teams = info?.teamAbstractResponses;
  const days = useTeamDays(teams ?? [], endedDayOf);

  useEffect(() => {
    if (memberId === null) return;
    const mine = new SearchEngine(memberId);
    start(mine);
    setEngine(mine);
    const giveUp = whileFirst(
      () =>
        void mine.own().then(
          () => setFirst(true),
          () => giveUp(),
        ),
    );
    return () => {
      giveUp();
      mine.stop();
      setEngine(undefined);
      setFirst(false);
    };
  }, [memberId]);

  useEffect(() => {
    if (engine && teams) void engine.setTeams(teams).catch(() => undefined);
  }, [engine, teams]);

  useQueries({
    queries:
      engine && (isFirst || isAlone)
        ? (teams ?? []).map(({ teamId }, index) => feedQuery(engine, teamId, days[index] ?? ""))
        : [],
  });
  return null;
}
