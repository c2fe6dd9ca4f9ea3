import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { normalise } from "#contracts/limits";
import { addressOf, type ListPlace, placeOf } from "./list-address.ts";
import type { Sort } from "./sort.ts";

const pauseMs = 250;
/** A Hangul syllable stays in composition until the next key, so waiting for its end would never search. */
const composingPauseMs = 600;
const begunSyllable = /[\u3131-\u318e]$/u;

/** What is searched for while a text stands in the box: trimmed, without a syllable that has only begun. */
export function keywordOf(text: string, composing: boolean): string {
  return normalise(composing ? text.replace(begunSyllable, "") : text).trim();
}

/**
 * Search box, order and page, kept in the address. The keyword follows the typing after a pause, clearing at once; each new
 * keyword and each other order starts at page 0.
 */
export function useTeamSearch() {
  const [params, setParams] = useSearchParams();
  const place = placeOf(params);
  const [text, setText] = useState(place.keyword);
  const [composing, setComposing] = useState(false);

  const go = useCallback(
    (change: Partial<ListPlace>, replace: boolean) =>
      setParams((now) => addressOf({ ...placeOf(now), ...change }), { replace }),
    [setParams],
  );

  // Going back, or a link to the whole list, brings another keyword than the one written here.
  const [seen, setSeen] = useState(place.keyword);
  const [written, setWritten] = useState(place.keyword);
  if (place.keyword !== seen) {
    setSeen(place.keyword);
    if (place.keyword !== written) {
      setWritten(place.keyword);
      setText(place.keyword);
    }
  }

  const next = keywordOf(text, composing);
  useEffect(() => {
    if (next === written) return;
    const pause = next === "" ? 0 : composing ? composingPauseMs : pauseMs;
    const timer = setTimeout(() => {
      setWritten(next);
      go({ keyword: next, page: 0 }, true);
    }, pause);
    return () => clearTimeout(timer);
  }, [next, written, composing, go]);

  return {
    ...place,
    setPage: useCallback((page: number) => go({ page }, false), [go]),
    /** For a page that is not there any more: not a step to come back to. */
    correctPage: useCallback((page: number) => go({ page }, true), [go]),
    setSort: useCallback((sort: Sort) => go({ sort, page: 0 }, false), [go]),
    /** Props of the search box. */
    box: {
      value: text,
      onText: setText,
      onCompositionStart: () => setComposing(true),
      onCompositionEnd: () => setComposing(false),
    },
  };
}

export type TeamSearch = ReturnType<typeof useTeamSearch>;
