import { useQuery } from "@tanstack/react-query";
import { useCallback, useId, useRef, useState } from "react";
import type { Article } from "#contracts/article/api";
import { newest, useArrivals } from "#web/lib/live/use-arrivals.ts";
import { focusable } from "#web/lib/restored-focus.ts";
import { announce, countOf, useAnnounced, useResult, withPage } from "#web/ui/announcer.tsx";
import { dayLabel } from "#web/ui/month-calendar-days.ts";
import { useExistingPage } from "#web/ui/pagination.tsx";
import { type OpenReview, useOpenReviews, veiledCount } from "./day-notes.tsx";
import { articlesQuery } from "./queries.ts";
import { articlesFailed } from "./texts.ts";
import { type Choice, type Chosen, type TeamDay, useDayReading } from "./use-day-reading.ts";
import { useFailureToast } from "./use-failure-toast.ts";
import { useNeighbours } from "./use-neighbours.ts";

/**
 * The articles of a day, paginated, and the article or problem that is open. `hasSubject` is undefined until it is
 * known.
 */
export function useTeamDay(
  { teamId, date }: TeamDay,
  { chosen, choose, correct, page: namedPage, toPage, correctPage }: Choice,
  hasSubject: boolean | undefined,
) {
  const [page, setPage] = useState(namedPage ?? 0);
  const [named, setNamed] = useState(namedPage);
  if (named !== namedPage) {
    setNamed(namedPage);
    setPage(namedPage ?? 0);
  }
  const heading = useRef<HTMLHeadingElement>(null);
  const paneId = useId();
  const query = useQuery(articlesQuery(teamId, date, page));
  const articles = query.data;
  const settled = query.isPlaceholderData ? undefined : articles;
  useFailureToast(articles && query, articlesFailed, true);
  const reviews = useOpenReviews({ teamId, date }, articles);
  const { reading, forgetMissing } = useDayReading(
    { teamId, date },
    {
      chosen,
      correct,
      settled,
      setPage,
      page: namedPage,
    },
  );

  const ids = settled?.content.map((one) => String(one.articleId));
  // The first page has newer articles than the later one from which a reader comes.
  const arrived = useArrivals(`${date} ${page}`, page > 0 ? [] : ids, newest);
  const news = settled?.content.find((one) => arrived.has(String(one.articleId)));
  useAnnounced(news && `새 글이 올라왔어요: ${news.articleTitle}`);
  const counted = settled && countOf("글", settled.page.totalElements);
  useResult(
    withPage(dayLabel(date), page),
    counted && hasSubject !== undefined ? `${counted}, 문제 ${hasSubject ? "있음" : "없음"}` : undefined,
  );

  const toExisting = useCallback(
    (part: { readonly page: number }) => {
      setPage(part.page);
      correctPage(part);
    },
    [correctPage],
  );
  useExistingPage(page, settled?.page.totalPages, toExisting);

  const toHeading = () => heading.current && focusable(heading.current).focus({ preventScroll: true });
  const open = (next: Chosen, words: string, itsPage = page) => {
    forgetMissing();
    setPage(itsPage);
    choose(next, itsPage);
    announce(words);
  };
  const openArticle = ({ articleId, articleTitle }: OpenReview, itsPage = page) =>
    open({ kind: "article", articleId }, `‹${articleTitle}› 글을 열었어요`, itsPage);
  const openId = chosen?.kind === "article" ? chosen.articleId : null;
  const neighbours = useNeighbours(
    { teamId, date },
    {
      page,
      articles: settled,
      openId,
      onOpen: openArticle,
    },
  );
  return {
    reading,
    neighbours,
    openSubject: () => open({ kind: "subject" }, "문제를 열었어요"),
    /** Returns the focus to the control that opened the pane. */
    close: () => {
      const controls = [...document.querySelectorAll<HTMLElement>("[aria-controls]")];
      const opener = controls.find((one) => one.getAttribute("aria-controls") === paneId);
      choose(null, page);
      if (opener) opener.focus({ preventScroll: true });
      else toHeading();
    },
    /** Closes a deleted article; the focus moves to the heading, because the focused control is removed. */
    closeDeleted: () => {
      correct(null);
      toHeading();
    },
    /** Ref of the day's heading. */
    heading,
    paneId,
    /** Number of articles of the day; undefined while unknown. */
    count: articles?.page.totalElements,
    /** Number of veiled articles of the day. */
    veiled: articles ? veiledCount(articles, reviews) : 0,
    /** The articles that wait for the caller's review, and what opens one; its page of cards is found by itself. */
    reviews,
    openReview: (review: OpenReview) =>
      openArticle(review, ids?.includes(String(review.articleId)) ? page : 0),
    /** Props of `ArticlesOfDay`. */
    list: {
      articles,
      error: query.error,
      isWaiting: query.isPlaceholderData,
      page,
      openId,
      paneId,
      arrived,
      onOpen: (article: Article) => openArticle(article),
      onPage: (next: number) => {
        setPage(next);
        toPage(next);
      },
      onRetry: () => void query.refetch(),
    },
  };
}
