import type { Notification } from "#contracts/inbox/api";
import { newest, useArrivals } from "#web/lib/live/use-arrivals.ts";

/** Numbers of rows that arrived while the list was shown; undefined before the first response. */
export const useArrivedRows = (scope: string, rows: readonly Notification[] | undefined) =>
  useArrivals(
    scope,
    rows?.map(({ number }) => String(number)),
    newest,
  );
