import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getArticle, getArticlesByDate, getWriters } from "#contracts/article/api";
import { limits } from "#contracts/limits";
import { getSubject } from "#contracts/subject/api";
import { getTeamPage } from "#contracts/team/api";
import { read } from "#web/lib/calls/api.ts";
import { weeksOf } from "#web/ui/month-calendar-days.ts";

/** Keys start with a live view and its key, so that a live message with that name invalidates them. */
export const teamKeys = {
  page: (teamId: number) => ["team-page", String(teamId)] as const,
  articles: (teamId: number) => ["team-articles", String(teamId)] as const,
  calendar: (teamId: number) => ["team-calendar", String(teamId)] as const,
  mine: ["my-teams"] as const,
};

/** Today's activity in the teams of a member (spec/daily-use.md §5, call 1). */
export const todayKey = (uuid: string | null) => ["my-teams", uuid, "today"] as const;

/** The team with the problem tags of a month (spec/wire-contract.md §4.4). */
export const teamPageQuery = (teamId: number, month: { readonly year: number; readonly month: number }) =>
  queryOptions({
    queryKey: [...teamKeys.page(teamId), month],
    queryFn: ({ signal }) => read(getTeamPage, { params: { teamId }, query: month, signal }),
    placeholderData: keepPreviousData,
    meta: { follows: () => [teamKeys.calendar(teamId).join("/")] },
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
    // The previous page is shown while the next one of the same day loads, but never articles of another day.
    placeholderData: (previous, query) => (query?.queryKey[2].date === date ? previous : undefined),
  });

/** One article of the team with its day and page (spec/daily-use.md §5, call 2). */
export const articleQuery = (teamId: number, articleId: number) =>
  queryOptions({
    queryKey: [...teamKeys.articles(teamId), { articleId }],
    queryFn: ({ signal }) => read(getArticle, { params: { articleId }, signal }),
  });

/** Who wrote on the days shown in the month of a day (spec/daily-use.md §5, call 10). */
export const writersQuery = (teamId: number, day: string) => {
  const days = weeksOf(day).flat();
  const [from = day, to = day] = [days[0], days.at(-1)];
  return queryOptions({
    queryKey: ["team-writers", String(teamId), { from, to }],
    queryFn: ({ signal }) => read(getWriters, { params: { teamId }, query: { from, to }, signal }),
  });
};

/** The problem of a day, or null (spec/wire-contract.md §5.6). */
export const subjectQuery = (teamId: number, date: string) =>
  queryOptions({
    queryKey: [...teamKeys.calendar(teamId), { date }],
    queryFn: ({ signal }) => read(getSubject, { params: { teamId }, query: { date }, signal }),
  });
