import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { Article } from "#contracts/article/api";
import type { Page } from "#contracts/endpoint";
import { focusable } from "#web/lib/kept-focus.ts";
import { newest, useArrivals } from "#web/lib/live/use-arrivals.ts";
import { toast } from "#web/ui/toast.tsx";
import { comfortable } from "./detail-pane.tsx";
import { articlesQuery } from "./queries.ts";
import { articlesFailed } from "./texts.ts";
import { useFailureToast } from "./use-failure-toast.ts";

export interface TeamDay {
  readonly teamId: number;
  readonly date: string;
  readonly today: string;
  readonly onDay: (day: string) => void;
}

/** Whether a pane that opened by itself has been brought into sight, with a post in it. */
function isReadIn(pane: HTMLElement | null): boolean {
  if (!pane?.querySelector("h3")) return false;
  const { top, bottom } = pane.getBoundingClientRect();
  return top < window.innerHeight * comfortable && bottom > 0;
}

/**
 * The articles of a day by pages, and which of them or the problem is being read. `atFirst` is read until the person
 * chooses, and again after the chosen article is gone.
 */
export function useTeamDay({ teamId, date, today, onDay }: TeamDay, atFirst: Reading) {
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<Reading | null>(null);
  /** What the person has just done here. */
  const [said, setSaid] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const paneId = useId();
  const query = useQuery(articlesQuery(teamId, date, page));
  const articles = query.data;
  const settled = query.isPlaceholderData ? undefined : articles;
  useFailureToast(articles && query, articlesFailed, true);
  useDayTurn({
    today,
    date,
    isBusy: () => chosen !== null || page > 0 || isReadIn(document.getElementById(paneId)),
    onDay,
  });

  const arrived = useArrivals(
    date,
    settled?.content.map((one) => String(one.articleId)),
    newest,
  );
  const news = settled?.content.find((one) => arrived.has(String(one.articleId)));

  useEffect(() => {
    if (!settled) return;
    const { totalPages } = settled.page;
    if (page > 0 && page >= totalPages) setPage(Math.max(0, totalPages - 1));
    if (chosen?.kind !== "article") return;
    const article = followed(chosen.article, settled);
    if (article === chosen.article) return;
    setChosen(article && { kind: "article", article });
    if (!article) toast("읽던 글이 삭제되었어요");
  }, [settled, page, chosen]);

  const reading = chosen ?? atFirst;
  return {
    reading,
    /** What is read was chosen by the person and may move the page. */
    isChosen: chosen !== null,
    openSubject: () => {
      setChosen({ kind: "subject" });
      setSaid("문제를 열었어요");
    },
    /** The article that was read is deleted; what had the focus goes with it. */
    closeDeleted: () => {
      setChosen(null);
      setSaid("글을 삭제했어요");
      if (heading.current) focusable(heading.current).focus({ preventScroll: true });
    },
    /** For the heading of the day. */
    heading,
    paneId,
    said,
    /** How many articles the day has; undefined while it is unknown. */
    count: articles?.page.totalElements,
    note: news ? `새 글이 올라왔어요: ${news.articleTitle}` : "",
    /** For `ArticlesOfDay`. */
    list: {
      articles,
      error: query.error,
      isWaiting: query.isPlaceholderData,
      page,
      openId: reading.kind === "article" ? reading.article.articleId : null,
      paneId,
      arrived,
      onOpen: (article: Extract<Reading, { kind: "article" }>["article"]) => {
        setChosen({ kind: "article", article });
        setSaid(`‹${article.articleTitle}› 글을 열었어요`);
      },
      onPage: setPage,
      onRetry: () => void query.refetch(),
    },
  };
}

/** What the reading pane shows: nothing yet, the day's problem, or one article as it was last seen. */
export type Reading = { kind: "none" } | { kind: "subject" } | { kind: "article"; article: Article };

/**
 * Keeps the pane on its article when the list changes under the reader (spec/ui.md §10): a newer text is taken over,
 * an article pushed to a later page stays open, a deleted one is answered with null.
 */
export function followed(article: Article, list: Page<Article>): Article | null {
  const same = list.content.find((one) => one.articleId === article.articleId);
  if (same) return same;
  const { number, totalPages } = list.page;
  const ids = list.content.map((one) => one.articleId);
  const pushedBack = number + 1 < totalPages && ids.every((id) => id > article.articleId);
  const onEarlierPage = number > 0 && ids.every((id) => id < article.articleId);
  return pushedBack || onEarlierPage ? article : null;
}

interface DayTurn {
  readonly today: string;
  readonly date: string;
  /** Something is open there that must not be taken away. Asked when the day turns. */
  readonly isBusy: () => boolean;
  readonly onDay: (day: string) => void;
}

/** Where today was chosen, the new day is chosen after midnight, with a toast. */
function useDayTurn({ today, date, isBusy, onDay }: DayTurn): void {
  const before = useRef(today);
  useEffect(() => {
    if (today === before.current) return;
    const hadToday = date === before.current;
    before.current = today;
    if (!hadToday || isBusy()) return;
    onDay(today);
    toast("날이 바뀌어 오늘로 넘어왔어요");
  }, [today, date, isBusy, onDay]);
}
