import { useQueryClient } from "@tanstack/react-query";
import { teamKeys } from "./queries.ts";

/** Fetches again what is shown after a change; each throws when that fails. */
export function useRefresh(teamId: number) {
  const client = useQueryClient();
  const refetch = (...keys: readonly (readonly string[])[]) =>
    Promise.all(
      keys.map((queryKey) => client.refetchQueries({ queryKey, type: "active" }, { throwOnError: true })),
    );
  return {
    team: () => refetch(teamKeys.page(teamId)),
    articles: () => refetch(teamKeys.articles(teamId)),
    subject: () => refetch(teamKeys.calendar(teamId), teamKeys.page(teamId)),
    /** After an article or a problem was written: also what another page shows, where it has been read before. */
    written: () =>
      Promise.all(
        [teamKeys.articles(teamId), teamKeys.page(teamId), teamKeys.calendar(teamId)].map((queryKey) =>
          client.invalidateQueries({ queryKey, refetchType: "all" }, { throwOnError: true }),
        ),
      ),
    /** After joining: own teams, team page, articles; the list of all teams when it is opened next. */
    membership: () => refetch(teamKeys.mine, teamKeys.page(teamId), teamKeys.articles(teamId)),
  };
}
