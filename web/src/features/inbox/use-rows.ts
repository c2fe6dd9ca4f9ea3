import { useEffect, useState } from "react";
import type { Notification } from "#contracts/inbox/api";
import { newest, useArrivals } from "#web/lib/live/use-arrivals.ts";
import { serverNow } from "#web/lib/server-clock.ts";

/** Numbers of rows that arrived while the list was shown; undefined before the first response. */
export const useArrivedRows = (scope: string, rows: readonly Notification[] | undefined) =>
  useArrivals(
    scope,
    rows?.map(({ number }) => String(number)),
    newest,
  );

const minuteMs = 60_000;

/** The server's current time, updated every minute. */
export function useNow(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
