import { queryOptions } from "@tanstack/react-query";
import { getNotificationSettings } from "#contracts/inbox/api";
import { read } from "#web/lib/calls/api.ts";

/** Key of all queries that the live view `inbox-settings` invalidates. */
export const settingsKey = ["inbox-settings"] as const;

/** Notification settings of a member (spec/notifications.md §5). */
export const settingsQuery = (uuid: string | null) =>
  queryOptions({
    queryKey: [...settingsKey, uuid, "settings"],
    queryFn: ({ signal }) => read(getNotificationSettings, { signal }),
    enabled: uuid !== null,
    // A mail address is confirmed on another page, and no live view reports it.
    refetchOnWindowFocus: "always",
  });
