import { type InfiniteData, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import type { DataOf } from "#contracts/endpoint";
import { getNotifications, type InboxFilter, type InboxGroup, type Notification } from "#contracts/inbox/api";
import { limits } from "#contracts/limits";
import { read } from "#web/lib/calls/api.ts";
import { inboxKey } from "./count-query.ts";

export type InboxPage = DataOf<typeof getNotifications>;

export interface InboxChoice {
  readonly group: InboxGroup;
  readonly filter: InboxFilter;
}
export const everything: InboxChoice = { group: "all", filter: "all" };

const inboxListsKey = (uuid: string | null) => [...inboxKey(uuid), "list"] as const;

/**
 * A member's notifications, newest first, in pages of `size`. When the loaded pages are fetched again, which happens at
 * each notification, only the first one is asked for, and the unread ones if another device has read rows of the others.
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
      if (!shown) return page;
      const newest = withOlder(page, shown);
      const further = (of: InboxPage) => of.unread[choice.group] - of.content.filter(isUnread).length;
      // From 100 on unread ones are not counted.
      if (newest.unread.all >= limits.unreadCounted || further(newest) >= further(shown)) return newest;
      const isRead = await readElsewhere(signal, newest.unread.all);
      changeLoaded(client, uuid, (page) => withRead(page, isRead));
      return withRead(newest, isRead);
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

const isUnread = ({ isRead }: Notification) => !isRead;

/** A page with some of its notifications read. */
export const withRead = (page: InboxPage, isMeant: (one: Notification) => boolean): InboxPage => ({
  ...page,
  content: page.content.map((one) => (isMeant(one) ? { ...one, isRead: true } : one)),
});

/** Changes the loaded pages of all lists. */
export const changeLoaded = (
  client: QueryClient,
  uuid: string | null,
  change: (page: InboxPage) => InboxPage,
): void =>
  void client.setQueriesData<InfiniteData<InboxPage>>(
    { queryKey: inboxListsKey(uuid) },
    (list) => list && { ...list, pages: list.pages.map(change) },
  );

/** Whether a loaded notification has been read by another device, as far as one page of unread ones tells. */
async function readElsewhere(signal: AbortSignal, unread: number) {
  if (unread === 0) return () => true;
  const query = { ...everything, filter: "unread" as const, size: limits.pageSizeMax };
  const { content, next } = await read(getNotifications, { query, signal });
  const left = new Set(content.map(({ notificationId }) => notificationId));
  return ({ number, notificationId }: Notification) => number > (next ?? 0) && !left.has(notificationId);
}

/** Each notification once: one that has a newer number now may be left on a page that was loaded before. */
export function rowsOf(pages: readonly InboxPage[]): Notification[] {
  const rows = new Map<string, Notification>();
  for (const one of pages.flatMap(({ content }) => content))
    if (!rows.has(one.notificationId)) rows.set(one.notificationId, one);
  return [...rows.values()];
}
