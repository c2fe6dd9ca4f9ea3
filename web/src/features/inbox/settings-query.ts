import { queryOptions } from "@tanstack/react-query";
import { getNotificationSettings } from "#contracts/inbox/api";
import { read } from "#web/lib/calls/api.ts";

/** All answers that the view `inbox-settings` touches. */
export const settingsKey = ["inbox-settings"] as const;

/** Which notifications a member gets, and where (spec/notifications.md §5). */
export const settingsQuery = (uuid: string | null) =>
  queryOptions({
    queryKey: [...settingsKey, uuid, "settings"],
    queryFn: ({ signal }) => read(getNotificationSettings, { signal }),
    enabled: uuid !== null,
    // A mail address is confirmed on another page, and nothing that is live tells.
    refetchOnWindowFocus: "always",
  });
