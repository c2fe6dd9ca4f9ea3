import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import type { DataOf } from "#contracts/endpoint";
import { getNotifications, type InboxFilter, type InboxGroup, type Notification } from "#contracts/inbox/api";
import { read } from "#web/lib/calls/api.ts";
import { inboxKey } from "./count-query.ts";

export type InboxPage = DataOf<typeof getNotifications>;

export interface InboxChoice {
  readonly group: InboxGroup;
  readonly filter: InboxFilter;
}
export const everything: InboxChoice = { group: "all", filter: "all" };

export const inboxListsKey = (uuid: string | null) => [...inboxKey(uuid), "list"] as const;

/**
 * A member's notifications, newest first, in pages of `size`. When the loaded pages are fetched again, which happens at
 * each notification, only the first one is asked for.
 */
export const inboxListQuery = (uuid: string | null, choice: InboxChoice, size: number) =>
  infiniteQueryOptions({
    queryKey: [...inboxListsKey(uuid), { ...choice, size }],
    queryFn: async ({ client, queryKey, signal, pageParam: before }) => {
      const loaded = client.getQueryData<InfiniteData<InboxPage, number | null>>(queryKey);
      const shown = loaded?.pages[loaded.pageParams.indexOf(before)];
      if (shown && before !== null) return shown;
      const page = await read(getNotifications, {
        query: { ...choice, size, ...(before !== null && { before }) },
        signal,
      });
      return shown ? withOlder(page, shown) : page;
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }: InboxPage) => next,
    enabled: uuid !== null,
  });

/** The newest notifications, and those that they have moved out of the first page. */
function withOlder(newest: InboxPage, shown: InboxPage): InboxPage {
  const { next } = newest;
  const follows = next !== null && shown.content.some(({ number }) => number >= next);
  if (!follows) return newest;
  const older = shown.content.filter(({ number }) => number < next);
  return { ...newest, content: [...newest.content, ...older], next: shown.next };
}

/** Each notification once: one that has a newer number now may be left on a page that was loaded before. */
export function rowsOf(pages: readonly InboxPage[]): Notification[] {
  const rows = new Map<string, Notification>();
  for (const one of pages.flatMap(({ content }) => content))
    if (!rows.has(one.notificationId)) rows.set(one.notificationId, one);
  return [...rows.values()];
}
