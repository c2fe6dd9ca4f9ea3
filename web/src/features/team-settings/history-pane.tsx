import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useArrivals } from "#web/lib/live/use-arrivals.ts";
import { cx } from "#web/ui/cx.ts";
import { EmptyState, FailedState } from "#web/ui/empty-state.tsx";
import { LiveNote } from "#web/ui/hidden-text.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import styles from "./history.module.css";
import { HistoryEntry } from "./history-entry.tsx";
import { HistorySkeleton } from "./history-skeleton.tsx";
import { HistoryTools } from "./history-tools.tsx";
import { sentenceOf } from "./history-words.ts";
import { historyQuery, type Member } from "./queries.ts";
import { useHistoryPeople } from "./use-history-people.ts";

/** Entries newest first, a page at a time, of everybody or of one person, as they come in. */
export function HistoryPane({ teamId, members }: { teamId: number; members: readonly Member[] }) {
  const [member, setMember] = useState<string | null>(null);
  const [page, setPage] = useState(0);
  const query = useQuery(historyQuery(teamId, member, page));
  const entries = query.data?.content;
  const people = useHistoryPeople(teamId, members, entries);
  const settled = query.isPlaceholderData ? undefined : entries;
  // On a later page comes what is pushed on from the one before; the first one begins anew after it.
  const arrived = useArrivals(
    `history of ${teamId} ${member} ${page}`,
    page > 0 ? [] : settled?.map(({ entryId }) => entryId),
  );
  const news = settled?.find(({ entryId }) => arrived.has(entryId));
  const totalPages = query.data?.page.totalPages ?? 0;

  return (
    <div className={styles.pane}>
      <HistoryTools
        teamId={teamId}
        people={people}
        member={member}
        onMember={(next) => {
          setMember(next);
          setPage(0);
        }}
      />
      {!entries && !query.error && <HistorySkeleton />}
      {!entries && query.error && (
        <FailedState
          title="이력을 가져오지 못했습니다."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {entries?.length === 0 && <EmptyState title="아직 이력이 없어요" />}
      {entries && entries.length > 0 && (
        <ol className={cx(query.isPlaceholderData && styles.waiting)}>
          {entries.map((entry) => (
            <HistoryEntry key={entry.entryId} entry={entry} hasArrived={arrived.has(entry.entryId)} />
          ))}
        </ol>
      )}
      <Pagination page={page} totalPages={totalPages} onPage={setPage} label="이력 페이지" />
      <LiveNote text={news ? sentenceOf(news) : ""} />
    </div>
  );
}
