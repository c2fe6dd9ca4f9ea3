import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import {
  getNotifications,
  type InboxGroup,
  type Notification,
  readAllNotifications,
  readNotifications,
} from "#contracts/inbox/api";
import { limits } from "#contracts/limits";
import { call, read } from "#web/lib/calls/api.ts";
import { serverMessage } from "#web/lib/calls/api-error.ts";
import { shownNotifications } from "#web/lib/push-device.ts";
import { useSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.tsx";
import { inboxCountQuery, inboxKey } from "./count-query.ts";
import { changeLoaded, everything, type InboxPage, withRead } from "./queries.ts";

type Unread = InboxPage["unread"];
type OneGroup = Exclude<InboxGroup, "all">;

/** Shows notifications as read, and the remaining count, before the server responds. */
function showRead(
  client: QueryClient,
  uuid: string | null,
  isMeant: (one: Notification) => boolean,
  left: (unread: Unread) => Unread,
): void {
  changeLoaded(client, uuid, (page) => ({ ...withRead(page, isMeant), unread: left(page.unread) }));
  client.setQueryData(
    inboxCountQuery(uuid).queryKey,
    (count) =>
      count && { ...count, unread: left({ all: count.unread, team: 0, recruit: 0, account: 0 }).all },
  );
}

/** The server counts up to 100: a count above 99 may stay above 99 when reduced. */
const fewer = (count: number, by: number) => (count > 99 ? count : Math.max(0, count - by));

/** Closes the system notification of the one that was read, or of all that the server reports as read. */
async function closeRead(tag?: string): Promise<void> {
  const shown = await shownNotifications(tag);
  if (shown.length === 0) return;
  const query = { ...everything, filter: "unread" as const, size: limits.inboxPageSize };
  const left = tag === undefined ? (await read(getNotifications, { query })).content : [];
  const unread = new Set(left.map(({ notificationId }) => notificationId));
  for (const one of shown) if (!unread.has(one.tag)) one.close();
}

/** Marks notifications as read optimistically; a failed call rolls back and shows a toast (spec/notifications.md §7). */
export function useReading() {
  const client = useQueryClient();
  const { uuid } = useSession();

  async function reading(show: () => void, send: () => Promise<unknown>, tag?: string): Promise<void> {
    const queryKey = inboxKey(uuid);
    // The response of a running fetch would show them as unread again.
    await client.cancelQueries({ queryKey });
    const before = client.getQueriesData({ queryKey });
    show();
    try {
      await send();
      void closeRead(tag).catch(() => undefined);
    } catch (error) {
      for (const [key, data] of before) client.setQueryData(key, data);
      toast.error(["읽음으로 표시하지 못했어요", serverMessage(error)].filter(Boolean).join(". "));
    }
    await client.invalidateQueries({ queryKey });
  }

  /** Marks unread notifications of one group. `tag` is given for a single one. */
  function readSome(notificationIds: readonly string[], group: OneGroup, tag?: string): Promise<void> {
    const meant = new Set(notificationIds);
    return reading(
      () =>
        showRead(
          client,
          uuid,
          ({ notificationId }) => meant.has(notificationId),
          (unread) => ({
            ...unread,
            all: fewer(unread.all, meant.size),
            [group]: fewer(unread[group], meant.size),
          }),
        ),
      async () => {
        for (let from = 0; from < notificationIds.length; from += limits.readAtOnce)
          await call(readNotifications, {
            body: { notificationIds: notificationIds.slice(from, from + limits.readAtOnce) },
          });
      },
      tag,
    );
  }

  return {
    markRead: ({ notificationId, group, isRead }: Notification): Promise<void> =>
      isRead
        ? Promise.resolve()
        : readSome([notificationId], group.toLowerCase() as Lowercase<typeof group>, notificationId),
    /**
     * Marks the shown rows of one group, because `upTo` covers all groups; without a group everything up to the newest
     * row. Later ones stay unread.
     */
    markAllRead(rows: readonly Notification[], group: InboxGroup = "all"): Promise<void> {
      if (group !== "all") {
        const unread = rows.filter(({ isRead }) => !isRead);
        return readSome(
          unread.map(({ notificationId }) => notificationId),
          group,
        );
      }
      const upTo = rows[0]?.number ?? 0;
      return reading(
        () =>
          showRead(
            client,
            uuid,
            ({ number }) => number <= upTo,
            () => ({ all: 0, team: 0, recruit: 0, account: 0 }),
          ),
        () => call(readAllNotifications, { body: { upTo } }),
      );
    },
  };
}
