import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Article } from "#contracts/article/api";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import { toast } from "#web/ui/toast.tsx";
import { articleQuery } from "./queries.ts";

/** The open item of a day: its problem, or one article. */
export type Chosen = { readonly kind: "subject" } | { readonly kind: "article"; readonly articleId: number };

/** The open item, as state of the page's address or of the page itself, and the page of cards in the address. */
export interface Choice {
  readonly chosen: Chosen | null;
  /** `page` is the page of cards that is shown with the item. */
  readonly choose: (next: Chosen | null, page: number) => void;
  /** Called if the chosen article no longer exists, or belongs to another day. */
  readonly correct: (next: { readonly articleId: number; readonly date: string } | null) => void;
  /** Null where the address names none: the page of the open article, else the first. */
  readonly page: number | null;
  readonly toPage: (page: number) => void;
  /** Replaces a page that does not exist. */
  readonly correctPage: (part: { readonly page: number }) => void;
}

export interface TeamDay {
  readonly teamId: number;
  readonly date: string;
}

/** The content of the pane. */
type Reading =
  | { readonly kind: "none" | "subject" | "missing" | "loading" }
  | { readonly kind: "failed"; readonly error: unknown; readonly onRetry: () => void }
  | { readonly kind: "article"; readonly article: Article };

interface Around extends Pick<Choice, "chosen" | "correct" | "page"> {
  /** The shown page of articles; undefined while it is loading. */
  readonly settled: { readonly content: readonly Article[] } | undefined;
  readonly setPage: (page: number) => void;
}

/**
 * Reads the chosen article from the shown page if it lists it, otherwise by id. One that is unknown, deleted or of
 * another team is deselected (spec/daily-use.md rule 4).
 */
export function useDayReading({ teamId, date }: TeamDay, around: Around) {
  const { chosen, correct, page, settled, setPage } = around;
  const articleId = chosen?.kind === "article" ? chosen.articleId : null;
  const listed = settled?.content.find((one) => one.articleId === articleId);
  const single = useQuery({
    ...articleQuery(teamId, articleId ?? 0),
    enabled: articleId !== null && settled !== undefined && !listed,
    // The page may already have sent this query to find the article's day.
    retryOnMount: false,
  });
  const found = single.data?.articleId === articleId && !listed ? single.data : undefined;
  const isGone =
    isRefusal(single.error, "article-not-found") || (found !== undefined && found.teamId !== teamId);
  const [last, setLast] = useState<Article>();
  const [isMissing, setMissing] = useState(false);
  const shown = listed ?? (isGone ? undefined : found);
  if (shown && shown !== last) setLast(shown);
  /** Id of the article whose page of the list has been shown once. */
  const placed = useRef<number | null>(null);

  useEffect(() => {
    // Back to an address without a page finds the article's page again.
    if (page !== null) placed.current = null;
    else if (listed) placed.current = articleId;
    if (articleId === null || listed) return;
    if (isGone) {
      const wasRead = last?.articleId === articleId;
      if (wasRead) toast("읽던 글이 삭제되었어요");
      setMissing(!wasRead);
      correct(null);
    } else if (found && found.date !== date) correct({ articleId, date: found.date });
    else if (found && page === null && placed.current !== articleId) {
      placed.current = articleId;
      setPage(found.page);
    }
  }, [articleId, listed, found, isGone, date, last, page, correct, setPage]);

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
