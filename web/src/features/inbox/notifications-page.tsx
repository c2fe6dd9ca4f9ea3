import { useInfiniteQuery } from "@tanstack/react-query";
import type { InboxFilter, InboxGroup } from "#contracts/inbox/api";
import { limits } from "#contracts/limits";
import { useFailureToast } from "#web/features/team/use-failure-toast.ts";
import type { PagePrefetch } from "#web/lib/prefetch.ts";
import { currentToken, memberOf, useSession } from "#web/lib/session.ts";
import { ToLogin } from "#web/lib/to-login.tsx";
import { type AddressCodec, useAddress } from "#web/lib/use-address.ts";
import { useOnline } from "#web/lib/use-online.ts";
import { countOf, useResult } from "#web/ui/announcer.tsx";
import { Button } from "#web/ui/button.tsx";
import { cardClass } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { Segments } from "#web/ui/segments.tsx";
import side from "#web/ui/side-tabs.module.css";
import styles from "./inbox.module.css";
import { InboxRows } from "./inbox-rows.tsx";
import { InboxSide, inboxTabs } from "./inbox-side.tsx";
import {
  InboxFailed,
  inboxFailed,
  NothingUnread,
  NothingYet,
  OfflineNote,
  RowSkeletons,
} from "./inbox-states.tsx";
import { PushInvitation } from "./push-invitation.tsx";
import { type InboxChoice, inboxListQuery, rowsOf } from "./queries.ts";
import { useReading } from "./use-reading.ts";

const groups = ["team", "recruit", "account"];
const chosen: AddressCodec<InboxChoice> = {
  read: (search) => {
    const group = search.get("group") ?? "";
    return {
      group: groups.includes(group) ? (group as InboxGroup) : "all",
      filter: search.get("filter") === "unread" ? "unread" : "all",
    };
  },
  write: ({ group, filter }) => ({
    group: group === "all" ? null : group,
    filter: filter === "all" ? null : filter,
  }),
};
const filters = [
  ["all", "전체"],
  ["unread", "안 읽음"],
] as const satisfies readonly (readonly [InboxFilter, string])[];

const queryOf = (uuid: string | null, choice: InboxChoice) =>
  inboxListQuery(uuid, choice, limits.inboxPageSize);

export const prefetch: PagePrefetch = (client, _, search) => {
  const uuid = memberOf(currentToken());
  if (uuid !== null) void client.prefetchInfiniteQuery(queryOf(uuid, chosen.read(search)));
};

/** `/notifications`: the whole inbox (spec/notifications.md §7). */
export function NotificationsPage() {
  const { uuid } = useSession();
  return uuid === null ? <ToLogin /> : <Inbox key={uuid} uuid={uuid} />;
}

function Inbox({ uuid }: { uuid: string }) {
  const isOnline = useOnline();
  const { state, change } = useAddress(chosen);
  const query = useInfiniteQuery({
    ...queryOf(uuid, state),
    // The counts beside the list are kept while other rows are fetched.
    placeholderData: (previous) => previous,
  });
  const { data, isPlaceholderData } = query;
  const { markRead, markAllRead } = useReading();
  useFailureToast(data && !isPlaceholderData ? query : undefined, inboxFailed);
  const unread = data?.pages[0]?.unread;
  const rows = isPlaceholderData || !data ? undefined : rowsOf(data.pages);

  const what = `${inboxTabs.find(([group]) => group === state.group)?.[1]} 알림`;
  useResult(
    state.filter === "unread" ? `${what}, 안 읽음` : what,
    rows && `${countOf("소식", rows.length)}${query.hasNextPage ? " 이상" : ""}`,
  );

  // In one group only shown rows are read: others may be unread on further pages.
  const canReadAll =
    state.group === "all" ? unread?.all && rows?.length : rows?.some(({ isRead }) => !isRead);

  return (
    <Page>
      <PageHeader title="알림" />
      <div className={side.withSide}>
        <InboxSide group={state.group} filter={state.filter} unread={unread} />
        <div className={side.pane}>
          <div className={styles.notificationsPageBar}>
            <Segments
              label="보기"
              options={filters}
              value={state.filter}
              onPick={(filter) => change({ filter })}
            />
            <Button
              look="ghost"
              size="small"
              disabled={!isOnline || !canReadAll}
              onClick={() => void markAllRead(rows ?? [], state.group)}
            >
              <Icon name="check" size="small" />
              모두 읽음
            </Button>
          </div>
          {!isOnline && <OfflineNote />}
          {rows && rows.length > 0 && <PushInvitation uuid={uuid} />}
          {rows && rows.length > 0 && (
            <InboxRows
              scope={`${state.group} ${state.filter}`}
              rows={rows}
              onRead={isOnline ? markRead : undefined}
            />
          )}
          {query.hasNextPage && rows && (
            <div className={styles.more}>
              <Button
                look="neutral"
                pending={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
              >
                더 보기
              </Button>
            </div>
          )}
          {!rows?.length && (
            <div className={cardClass({ card: true })}>
              {rows && (state.filter === "unread" ? <NothingUnread /> : <NothingYet />)}
              {!rows && query.isError && <InboxFailed onRetry={() => void query.refetch()} />}
              {!rows && !query.isError && <RowSkeletons />}
            </div>
          )}
        </div>
      </div>
    </Page>
  );
}
