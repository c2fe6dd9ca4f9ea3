import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { isRealDate } from "#contracts/dates";
import { articleQuery } from "#web/features/team/queries.ts";
import type { Choice, Chosen } from "#web/features/team/use-day-reading.ts";
import { useBegunDay } from "#web/features/team/use-today.ts";
import { type AddressCodec, pageParameter, useAddress } from "#web/lib/use-address.ts";

interface TeamAddress {
  /** Null for today. */
  readonly date: string | null;
  readonly article: number | null;
  readonly isSubject: boolean;
  /** Id of a comment thread of the article. */
  readonly thread: string | null;
  /** The page of cards; null for that of the article, without one for the first. */
  readonly page: number | null;
}

/** As spec/daily-use.md rule 2 defines: `article` takes precedence over `show`, an impossible `date` is ignored. */
const teamAddress: AddressCodec<TeamAddress> = {
  read: (search) => {
    const date = search.get("date");
    const article = search.get("article") ?? "";
    const articleId = /^[1-9]\d{0,14}$/.test(article) ? Number(article) : null;
    return {
      date: date !== null && isRealDate(date) ? date : null,
      article: articleId,
      isSubject: articleId === null && search.get("show") === "subject",
      thread: search.get("thread"),
      page: search.has("page") ? pageParameter.read(search) : null,
    };
  },
  write: ({ date, article, isSubject, thread, page }) => ({
    date,
    article: article === null ? null : String(article),
    show: isSubject ? "subject" : null,
    thread,
    page: page === null || (page === 0 && article === null) ? null : String(page + 1),
  }),
};

const closed = { article: null, isSubject: false, thread: null };

/** Day, article and problem of a team's page as state of its address (spec/daily-use.md rules 2–4). */
export function useTeamAddress(teamId: number, today: string) {
  const { state, change, correct } = useAddress(teamAddress);
  const { date, article, isSubject, page } = state;
  /** The day shown as today, which does not change by itself when it ends. */
  const [begun, beginNow] = useBegunDay(teamId);
  const single = useQuery({
    ...articleQuery(teamId, article ?? 0),
    enabled: article !== null && date === null,
  });
  const resolved = article !== null && date === null ? single.data : undefined;
  const day = date ?? (resolved?.teamId === teamId ? resolved.date : begun);
  const isOpen = article !== null || isSubject;

  const chosen = useMemo<Chosen | null>(() => {
    if (article !== null) return { kind: "article", articleId: article };
    return isSubject ? { kind: "subject" } : null;
  }, [article, isSubject]);
  const choose = (next: Chosen | null, page: number) =>
    // The day is included, so that the address shows the same content tomorrow.
    change({
      ...closed,
      date: day,
      article: next?.kind === "article" ? next.articleId : null,
      isSubject: next?.kind === "subject",
      page: page || null,
    });
  const correctChoice = useCallback<Choice["correct"]>(
    (next) => correct(next ? { date: next.date, article: next.articleId, page: null } : closed),
    [correct],
  );

  return {
    day,
    /** Whether the day is unknown until the article in the address is loaded. */
    isResolving: article !== null && date === null && !single.isFetched,
    /** Whether today was chosen and has ended since. */
    hasTurned: date === null && article === null && begun !== today,
    choice: {
      chosen,
      choose,
      page,
      correct: correctChoice,
      // With its day, as a chosen article.
      toPage: (page) => change({ date: day, page }),
      correctPage: correct,
    } satisfies Choice,
    onDay: (next: string) => {
      if (next === today) beginNow();
      const nextDate = next === today ? null : next;
      if (nextDate !== date || isOpen) change({ ...closed, date: nextDate, page: null });
    },
    arrival: useArrival(),
  };
}

/**
 * How the navigation opened the item in the address: `isFirst` if the page was opened with it. `moves` is false for
 * Back and Forward within the page, which keep the scroll position.
 */
function useArrival() {
  const { key } = useLocation();
  const type = useNavigationType();
  const [first] = useState(key);
  const [hasMoved, setMoved] = useState(false);
  if (key !== first && !hasMoved) setMoved(true);
  useEffect(() => {
    const before = history.scrollRestoration;
    history.scrollRestoration = "manual";
    return () => {
      history.scrollRestoration = before;
    };
  }, []);
  return { moves: type !== "POP" || !hasMoved, isFirst: !hasMoved };
}
