import { useDeferredValue, useEffect, useState } from "react";
import { searchLimits } from "#contracts/limits";
import { forgetOtherSearches } from "#web/lib/search/forget-search.ts";
import { useSession } from "#web/lib/session.ts";
import { Palette } from "./palette.tsx";
import { SearchFeed } from "./search-feed.tsx";

const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** The palette while open; the feed once the page is idle or the palette opens. Deletes the indexes of other members. */
export function Search({ isOpen, logOut }: { isOpen: boolean; logOut: () => void }) {
  const { uuid } = useSession();
  // Rendering, opening and the queries run in separate tasks, as in the key's task they would take over 50 ms.
  const isShown = useDeferredValue(isOpen, false);
  const isIdle = useIdle();
  const [hasOpened, setOpened] = useState(false);
  useEffect(() => void forgetOtherSearches(uuid), [uuid]);
  if (isOpen && !hasOpened) setOpened(true);
  return (
    <>
      {(hasOpened || (isIdle && !savesData)) && <SearchFeed key={uuid} memberId={uuid} />}
      {isOpen && isShown && <Palette memberId={uuid} logOut={logOut} />}
    </>
  );
}

/** True some time after the page is first idle (spec/daily-use.md rule 31). */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      timer = setTimeout(() => setIdle(true), searchLimits.feedDelayMs);
    };
    // Safari has no idle callback.
    const idle = globalThis.requestIdleCallback?.(wait);
    if (idle === undefined) wait();
    return () => {
      if (idle !== undefined) cancelIdleCallback(idle);
      clearTimeout(timer);
    };
  }, []);
  return isIdle;
}
