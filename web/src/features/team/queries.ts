import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Article, getArticle, getArticlesByDate, getWriters } from "#contracts/article/api";
import { limits } from "#contracts/limits";
import { getSubject } from "#contracts/subject/api";
import { getTeamPage } from "#contracts/team/api";
import { read } from "#web/lib/calls/api.ts";
import { teamDay } from "#web/lib/day-ends.ts";
import { weeksOf } from "#web/ui/month-calendar-days.ts";

/** Keys start with a live view and its key, so that a live message with that name invalidates them. */
export const teamKeys = {
  page: (teamId: number) => ["team-page", String(teamId)] as const,
  articles: (teamId: number) => ["team-articles", String(teamId)] as const,
  searchFeed: (teamId: number) => ["team-articles", String(teamId), "search-feed"] as const,
  calendar: (teamId: number) => ["team-calendar", String(teamId)] as const,
  mine: ["my-teams"] as const,
};

/** In a busy team many articles a second change these queries. */
const gatherMs = 1000;

/** Today's activity in the teams of a member (spec/daily-use.md §5 call 1). */
export const todayKey = (uuid: string | null) => ["my-teams", uuid, "today"] as const;

/** The team with the problem tags of a month (spec/wire-contract.md §4.4). */
export const teamPageQuery = (teamId: number, month: { readonly year: number; readonly month: number }) =>
  queryOptions({
    queryKey: [...teamKeys.page(teamId), month],
    queryFn: ({ signal }) => read(getTeamPage, { params: { teamId }, query: month, signal }),
    placeholderData: keepPreviousData,
    meta: { follows: () => [teamKeys.calendar(teamId).join("/")], gatherMs },
  });

/** Veiled articles open when their day ends, of which no live message tells. */
const untilOpen = (articles: readonly Article[], teamId: number, date: string) =>
  date < teamDay(teamId) && articles.some(({ veiled }) => veiled) ? 2000 : false;

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
    refetchInterval: ({ state }) => untilOpen(state.data?.content ?? [], teamId, date),
    meta: { gatherMs },
  });

/** One article of the team with its day and page (spec/daily-use.md §5 call 2). */
export const articleQuery = (teamId: number, articleId: number) =>
  queryOptions({
    queryKey: [...teamKeys.articles(teamId), { articleId }],
    queryFn: ({ signal }) => read(getArticle, { params: { articleId }, signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && untilOpen([data], data.teamId, data.date),
    meta: { gatherMs },
  });

/** How many wrote on each day that the month of a day shows (spec/daily-use.md §5 call 10). */
export const writersQuery = (teamId: number, day: string) => {
  const days = weeksOf(day).flat();
  return writersOf(teamId, { from: days[0] ?? day, to: days.at(-1) ?? day, members: 0 });
};

/** Who wrote on a day: all of them. */
export const writersOfDayQuery = (teamId: number, date: string) =>
  writersOf(teamId, { from: date, to: date, members: limits.memberLimit });

const writersOf = (teamId: number, query: { from: string; to: string; members: number }) =>
  queryOptions({
    queryKey: ["team-writers", String(teamId), query],
    queryFn: ({ signal }) => read(getWriters, { params: { teamId }, query, signal }),
    meta: { gatherMs },
  });

/** The problem of a day, or null (spec/wire-contract.md §5.6). */
export const subjectQuery = (teamId: number, date: string) =>
  queryOptions({
    queryKey: [...teamKeys.calendar(teamId), { date }],
    queryFn: ({ signal }) => read(getSubject, { params: { teamId }, query: { date }, signal }),
  });
