import { useEffect, useState } from "react";
import type { Notification } from "#contracts/inbox/api";
import { newest, useArrivals } from "#web/lib/live/use-arrivals.ts";

/** Numbers of rows that came in while the person was looking; undefined while there is no answer. */
export const useArrivedRows = (scope: string, rows: readonly Notification[] | undefined) =>
  useArrivals(
    scope,
    rows?.map(({ number }) => String(number)),
    newest,
  );

const minuteMs = 60_000;

/** The present moment, to the minute that a page stands open. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
