import { queryOptions } from "@tanstack/react-query";
import { countNotifications } from "#contracts/inbox/api";
import { read } from "#web/lib/calls/api.ts";

/** Key of all queries that the live view `inbox` of a member invalidates. */
export const inboxKey = (uuid: string | null) => ["inbox", uuid] as const;

/** The count of unread notifications, and the number of the latest one (spec/notifications.md §5). */
export const inboxCountQuery = (uuid: string | null) =>
  queryOptions({
    queryKey: [...inboxKey(uuid), "count"],
    queryFn: ({ signal }) => read(countNotifications, { signal }),
    enabled: uuid !== null,
  });
