import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSession } from "#web/lib/session.ts";
import { FailedState } from "#web/ui/empty-state.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { History, HistorySkeleton, TotalSkeleton } from "./history.tsx";
import { Information } from "./information.tsx";
import { type Membership, myArticlesQuery } from "./queries.ts";
import styles from "./teams.module.css";

const modes = [
  ["history", "내가 쓴 글"],
  ["information", "정보 관리"],
] as const;
export type Mode = (typeof modes)[number][0];

/** One of my teams: what I wrote there, page by page, or what I am in it. */
export function ChosenTeam({
  team,
  mode,
  onMode,
}: {
  team: Membership;
  mode: Mode;
  onMode: (mode: Mode) => void;
}) {
  const { uuid } = useSession();
  const [page, setPage] = useState(0);
  const articles = useQuery(myArticlesQuery(uuid, team.teamId, page));

  // Articles may vanish while the last page is shown.
  const shown = articles.data?.page;
  const last = Math.max(0, (shown?.totalPages ?? 1) - 1);
  useEffect(() => {
    if (shown && !articles.isPlaceholderData && page > last) setPage(last);
  }, [shown, articles.isPlaceholderData, page, last]);

  return (
    <>
      <div className={styles.bar}>
        <Segments label="보기" options={modes} value={mode} onPick={onMode} />
        {mode === "history" &&
          (shown ? (
            <p className={styles.total}>
              모두 <b>{shown.totalElements}</b>개의 글
            </p>
          ) : (
            !articles.error && <TotalSkeleton />
          ))}
      </div>
      {mode === "information" ? (
        <Information team={team} />
      ) : articles.data ? (
        <>
          <History
            teamId={team.teamId}
            articles={articles.data.content}
            isWaiting={articles.isPlaceholderData}
          />
          <Pagination page={page} totalPages={articles.data.page.totalPages} onPage={setPage} />
        </>
      ) : articles.error ? (
        <FailedState
          title="내가 쓴 글을 불러오지 못했어요"
          error={articles.error}
          onRetry={() => void articles.refetch()}
        />
      ) : (
        <HistorySkeleton />
      )}
    </>
  );
}
