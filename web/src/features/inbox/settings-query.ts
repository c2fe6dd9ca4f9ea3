import { queryOptions } from "@tanstack/react-query";
import { getNotificationSettings } from "#contracts/inbox/api";
import { read } from "#web/lib/calls/api.ts";

/** Which notifications a member gets, and where (spec/notifications.md §5). */
export const settingsQuery = (uuid: string | null) =>
  queryOptions({
    queryKey: ["inbox-settings", uuid, "settings"],
    queryFn: ({ signal }) => read(getNotificationSettings, { signal }),
    enabled: uuid !== null,
  });
