import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getArticlesByDate } from "#contracts/article/api";
import { limits } from "#contracts/limits";
import { getSubject } from "#contracts/subject/api";
import { getTeamPage } from "#contracts/team/api";
import { read } from "#web/lib/calls/api.ts";

/** Keys begin with a live view and its key, so that a message of that name fetches them again. */
export const teamKeys = {
  page: (teamId: number) => ["team-page", String(teamId)] as const,
  articles: (teamId: number) => ["team-articles", String(teamId)] as const,
  calendar: (teamId: number) => ["team-calendar", String(teamId)] as const,
  mine: ["my-teams"] as const,
};

interface Month {
  readonly year: number;
  readonly month: number;
}

const tagsKey = (teamId: number, month: Month) => [...teamKeys.calendar(teamId), month] as const;

/** The team as it is, asked for together with a month (spec/wire-contract.md §4.4); hands its tags to `tagsQuery`. */
export const teamPageQuery = (teamId: number, month: Month) =>
  queryOptions({
    queryKey: [...teamKeys.page(teamId), month],
    queryFn: async ({ client, signal }) => {
      const key = tagsKey(teamId, month);
      // Tags that have been fetched or changed since are newer than these: what was invalid already may have become so again.
      const stand = () => {
        const { isInvalidated, dataUpdateCount = 0 } = client.getQueryState(key) ?? {};
        return isInvalidated ? Number.NaN : dataUpdateCount;
      };
      const before = stand();
      const page = await read(getTeamPage, { params: { teamId }, query: month, signal });
      if (stand() === before) client.setQueryData(key, page.subjectArticleDateAndTagResponses);
      return page;
    },
    placeholderData: keepPreviousData,
  });

/**
 * The problem tags of a month. They come with the team page, and alone when only the calendar has changed: two live views
 * in one answer, each asked for again by its own name.
 */
export const tagsQuery = (teamId: number, month: Month) =>
  queryOptions({
    queryKey: tagsKey(teamId, month),
    queryFn: async ({ signal }) => {
      const page = await read(getTeamPage, { params: { teamId }, query: month, signal });
      return page.subjectArticleDateAndTagResponses;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A page of the articles of a day (spec/wire-contract.md §5.1). */
export const articlesQuery = (teamId: number, date: string, page: number) =>
  queryOptions({
    queryKey: ["team-articles", String(teamId), { date, page }] as const,
    queryFn: ({ signal }) =>
      read(getArticlesByDate, {
        params: { teamId },
        query: { date, page, size: limits.articlePageSize },
        signal,
      }),
    // Pages of one day follow each other softly; another day must not show the articles of the former.
    placeholderData: (previous, query) => (query?.queryKey[2].date === date ? previous : undefined),
  });

/** The problem of a day, or null (spec/wire-contract.md §5.6). */
export const subjectQuery = (teamId: number, date: string) =>
  queryOptions({
    queryKey: [...teamKeys.calendar(teamId), { date }],
    queryFn: ({ signal }) => read(getSubject, { params: { teamId }, query: { date }, signal }),
  });
