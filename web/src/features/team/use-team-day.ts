import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { Article } from "#contracts/article/api";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import { focusable } from "#web/lib/kept-focus.ts";
import { newest, useArrivals } from "#web/lib/live/use-arrivals.ts";
import { toast } from "#web/ui/toast.tsx";
import { articleQuery, articlesQuery } from "./queries.ts";
import { articlesFailed } from "./texts.ts";
import { useFailureToast } from "./use-failure-toast.ts";

/** What of a day is read: its problem, or one article. */
export type Chosen = { readonly kind: "subject" } | { readonly kind: "article"; readonly articleId: number };

/** Where the choice of a page is held: in its address, or in the page. */
export interface Choice {
  /** Null for nothing. */
  readonly chosen: Chosen | null;
  readonly choose: (next: Chosen | null) => void;
  /** The chosen article is gone, or stands under another day. */
  readonly correct: (next: { readonly articleId: number; readonly date: string } | null) => void;
}

interface TeamDay {
  readonly teamId: number;
  readonly date: string;
}

/** What the pane shows. */
type Reading =
  | { readonly kind: "none" | "subject" | "missing" | "loading" }
  | { readonly kind: "failed"; readonly error: unknown; readonly onRetry: () => void }
  | { readonly kind: "article"; readonly article: Article };

/** The articles of a day by pages, and which of them or the problem is being read. */
export function useTeamDay({ teamId, date }: TeamDay, { chosen, choose, correct }: Choice) {
  const [page, setPage] = useState(0);
  /** What the person has just done here. */
  const [said, setSaid] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const paneId = useId();
  const query = useQuery(articlesQuery(teamId, date, page));
  const articles = query.data;
  const settled = query.isPlaceholderData ? undefined : articles;
  useFailureToast(articles && query, articlesFailed, true);
  const { reading, forgetMissing } = useReading({ teamId, date }, { chosen, correct, settled, setPage });

  const arrived = useArrivals(
    date,
    settled?.content.map((one) => String(one.articleId)),
    newest,
  );
  const news = settled?.content.find((one) => arrived.has(String(one.articleId)));

  const lastPage = settled && Math.max(0, settled.page.totalPages - 1);
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) setPage(lastPage);
  }, [page, lastPage]);

  const toHeading = () => heading.current && focusable(heading.current).focus({ preventScroll: true });
  const open = (next: Chosen, words: string) => {
    forgetMissing();
    choose(next);
    setSaid(words);
  };
  return {
    reading,
    openSubject: () => open({ kind: "subject" }, "문제를 열었어요"),
    /** The focus goes back to what opened the pane. */
    close: () => {
      const controls = [...document.querySelectorAll<HTMLElement>("[aria-controls]")];
      const opener = controls.find((one) => one.getAttribute("aria-controls") === paneId);
      choose(null);
      if (opener) opener.focus({ preventScroll: true });
      else toHeading();
    },
    /** The article that was read is deleted; what had the focus goes with it. */
    closeDeleted: () => {
      correct(null);
      setSaid("글을 삭제했어요");
      toHeading();
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
      openId: chosen?.kind === "article" ? chosen.articleId : null,
      paneId,
      arrived,
      onOpen: ({ articleId, articleTitle }: Article) =>
        open({ kind: "article", articleId }, `‹${articleTitle}› 글을 열었어요`),
      onPage: setPage,
      onRetry: () => void query.refetch(),
    },
  };
}

interface Around extends Pick<Choice, "chosen" | "correct"> {
  /** The shown page of articles; undefined while it is on the way. */
  readonly settled: { readonly content: readonly Article[] } | undefined;
  readonly setPage: (page: number) => void;
}

/**
 * The pane follows its article wherever it stands: while the shown page lists it, from there, else by its id. One that is
 * unknown, deleted or of another team leaves the choice (spec/daily-use.md rule 4).
 */
function useReading({ teamId, date }: TeamDay, { chosen, correct, settled, setPage }: Around) {
  const articleId = chosen?.kind === "article" ? chosen.articleId : null;
  const listed = settled?.content.find((one) => one.articleId === articleId);
  const single = useQuery({
    ...articleQuery(teamId, articleId ?? 0),
    enabled: articleId !== null && settled !== undefined && !listed,
    // The page may have asked for its day already.
    retryOnMount: false,
  });
  const found = single.data?.articleId === articleId && !listed ? single.data : undefined;
  const isGone =
    isRefusal(single.error, "article-not-found") || (found !== undefined && found.teamId !== teamId);
  const [last, setLast] = useState<Article>();
  const [isMissing, setMissing] = useState(false);
  const shown = listed ?? (isGone ? undefined : found);
  if (shown && shown !== last) setLast(shown);
  /** Whose page of the list has been shown once. */
  const placed = useRef<number | null>(null);

  useEffect(() => {
    if (articleId === null) return;
    if (listed) placed.current = articleId;
    else if (isGone) {
      const wasRead = last?.articleId === articleId;
      if (wasRead) toast("읽던 글이 삭제되었어요");
      setMissing(!wasRead);
      correct(null);
    } else if (found && found.date !== date) correct({ articleId, date: found.date });
    else if (found && placed.current !== articleId) {
      placed.current = articleId;
      setPage(found.page);
    }
  }, [articleId, listed, found, isGone, date, last, correct, setPage]);

  return { reading: readingOf(), forgetMissing: () => setMissing(false) };

  function readingOf(): Reading {
    if (chosen === null) return { kind: isMissing ? "missing" : "none" };
    if (chosen.kind === "subject") return { kind: "subject" };
    const article = shown ?? (last?.articleId === chosen.articleId ? last : undefined);
    if (article) return { kind: "article", article };
    if (single.error && !isGone)
      return { kind: "failed", error: single.error, onRetry: () => void single.refetch() };
    return { kind: "loading" };
  }
}
