import { useQueryClient } from "@tanstack/react-query";
import { teamKeys } from "./queries.ts";
import { useRhythmRefresh } from "./rhythm/queries.ts";

/** Refetches the data affected by a change; each function throws if that fails. */
export function useRefresh(teamId: number) {
  const client = useQueryClient();
  const refetch = (...keys: readonly (readonly string[])[]) =>
    Promise.all(
      keys.map((queryKey) => client.refetchQueries({ queryKey, type: "active" }, { throwOnError: true })),
    );
  const refreshRhythm = useRhythmRefresh(teamId);
  /** Not awaited: nothing of it is needed to show the article. */
  const rhythm = () => void refreshRhythm();
  return {
    team: () => refetch(teamKeys.page(teamId)),
    /** After deleting an article. */
    articles: () => {
      rhythm();
      return refetch(teamKeys.articles(teamId));
    },
    /** After a peek, of which no live message tells: the search fetches texts again that were veiled. */
    opened: () => {
      void client.resetQueries({ queryKey: teamKeys.searchFeed(teamId) });
      return refetch(teamKeys.articles(teamId));
    },
    subject: () => refetch(teamKeys.calendar(teamId), teamKeys.page(teamId)),
    /** After writing an article or a problem: also cached queries of other pages. */
    written: () => {
      rhythm();
      return Promise.all(
        [teamKeys.articles(teamId), teamKeys.page(teamId), teamKeys.calendar(teamId)].map((queryKey) =>
          client.invalidateQueries({ queryKey, refetchType: "all" }, { throwOnError: true }),
        ),
      );
    },
    /** After joining: own teams, team page and articles; the list of all teams is fetched when it is opened. */
    membership: () => refetch(teamKeys.mine, teamKeys.page(teamId), teamKeys.articles(teamId)),
  };
}
