import { useCallback, useEffect, useState } from "react";
import { singleLine } from "#contracts/texts";
import { useAddress } from "#web/lib/use-address.ts";
import { listAddress, type Sort } from "./list-address.ts";

const pauseMs = 250;
/** A Hangul syllable stays in composition until the next key, so waiting for its end would never search. */
const composingPauseMs = 600;
const begunSyllable = /[\u3131-\u318e]$/u;

/** The keyword of the typed text: trimmed, without a syllable that has only begun. */
export function keywordOf(text: string, composing: boolean): string {
  return singleLine(composing ? text.replace(begunSyllable, "") : text);
}

/**
 * Search box, order and page as state of the address. The keyword follows the typed text after a pause, immediately if
 * cleared; a new keyword or order starts at page 0.
 */
export function useTeamSearch() {
  const { state, change, correct } = useAddress(listAddress);
  const [text, setText] = useState(state.keyword);
  const [composing, setComposing] = useState(false);

  // Navigating back, or to the whole list, changes the keyword to another one than was typed here.
  const [seen, setSeen] = useState(state.keyword);
  const [written, setWritten] = useState(state.keyword);
  if (state.keyword !== seen) {
    setSeen(state.keyword);
    if (state.keyword !== written) {
      setWritten(state.keyword);
      setText(state.keyword);
    }
  }

  const next = keywordOf(text, composing);
  useEffect(() => {
    if (next === written) return;
    const pause = next === "" ? 0 : composing ? composingPauseMs : pauseMs;
    const timer = setTimeout(() => {
      setWritten(next);
      correct({ keyword: next, page: 0 });
    }, pause);
    return () => clearTimeout(timer);
  }, [next, written, composing, correct]);

  return {
    ...state,
    setPage: useCallback((page: number) => change({ page }), [change]),
    /** Replaces a page that no longer exists, without a history entry. */
    correct,
    setSort: useCallback((sort: Sort) => change({ sort, page: 0 }), [change]),
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
