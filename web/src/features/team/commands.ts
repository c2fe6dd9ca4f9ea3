import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteArticle } from "#contracts/article/api";
import { deleteSubject } from "#contracts/subject/api";
import { changeAnnouncement } from "#contracts/team/api";
import { call } from "#web/lib/calls/api.ts";
import { teamKeys } from "./queries.ts";

/** Fetches again what is on show; throws when that fails. */
function useRefetch() {
  const client = useQueryClient();
  return (...keys: readonly (readonly string[])[]) =>
    Promise.all(
      keys.map((queryKey) => client.refetchQueries({ queryKey, type: "active" }, { throwOnError: true })),
    );
}

/** Saves the announcement; an empty text clears it (spec/wire-contract.md §4.14). */
export const useChangeAnnouncement = (teamId: number) =>
  useMutation({
    mutationFn: (teamAnnouncement: string) =>
      call(changeAnnouncement, { params: { teamId }, body: { teamAnnouncement } }),
  });

/** Deletes an own article (spec/wire-contract.md §5.5). */
export const useDeleteArticle = () =>
  useMutation({ mutationFn: (articleId: number) => call(deleteArticle, { params: { articleId } }) });

/** Deletes the problem of a day (spec/wire-contract.md §5.9). */
export const useDeleteSubject = (teamId: number) =>
  useMutation({
    mutationFn: (articleId: number) => call(deleteSubject, { params: { teamId, articleId } }),
  });

/** What is fetched again after a change; each throws when that fails. */
export function useRefresh(teamId: number) {
  const refetch = useRefetch();
  return {
    team: () => refetch(teamKeys.page(teamId)),
    articles: () => refetch(teamKeys.articles(teamId)),
    subject: () => refetch(teamKeys.calendar(teamId), teamKeys.page(teamId)),
    /** After joining: own teams, team page, articles; the list of all teams when it is opened next. */
    membership: () => refetch(teamKeys.mine, teamKeys.page(teamId), teamKeys.articles(teamId)),
  };
}
