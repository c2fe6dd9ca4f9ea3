import { infiniteQueryOptions } from "@tanstack/react-query";
import type { DataOf } from "#contracts/endpoint";
import { getNotifications, type InboxFilter, type InboxGroup } from "#contracts/inbox/api";
import { read } from "#web/lib/calls/api.ts";
import { inboxKey } from "./count-query.ts";

export type InboxPage = DataOf<typeof getNotifications>;

export interface InboxChoice {
  readonly group: InboxGroup;
  readonly filter: InboxFilter;
}
export const everything: InboxChoice = { group: "all", filter: "all" };

export const inboxListsKey = (uuid: string | null) => [...inboxKey(uuid), "list"] as const;

/** A member's notifications, newest first, in pages of `size`. */
export const inboxListQuery = (uuid: string | null, choice: InboxChoice, size: number) =>
  infiniteQueryOptions({
    queryKey: [...inboxListsKey(uuid), { ...choice, size }],
    queryFn: ({ signal, pageParam: before }) =>
      read(getNotifications, { query: { ...choice, size, ...(before !== null && { before }) }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }: InboxPage) => next,
    enabled: uuid !== null,
  });
