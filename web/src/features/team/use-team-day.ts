import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { focusable } from "#web/lib/kept-focus.ts";
import { newest } from "#web/lib/live/arrivals.ts";
import { useArrivals } from "#web/lib/live/use-arrivals.ts";
import { toast } from "#web/ui/toast.tsx";
import { comfortable } from "./detail-pane.tsx";
import { articlesQuery } from "./queries.ts";
import { followed, type Reading } from "./reading.ts";
import { articlesFailed } from "./texts.ts";
import { useDayTurn } from "./use-day-turn.ts";
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
