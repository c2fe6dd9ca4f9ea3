import { useQuery } from "@tanstack/react-query";
import { useSession } from "#web/lib/session.ts";
import { countOf, useResult, withPage } from "#web/ui/announcer.tsx";
import { Fetched } from "#web/ui/fetched.tsx";
import { Pagination, useExistingPage } from "#web/ui/pagination.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { History, HistorySkeleton, TotalSkeleton } from "./history.tsx";
import { Information } from "./information.tsx";
import styles from "./my-page.module.css";
import { type Membership, myArticlesQuery } from "./queries.ts";
import { SolvedProblems } from "./solved-problems.tsx";
import { modes, useTeamsAddress } from "./teams-address.ts";

/** A team of the member with their articles, their membership or the solved problems. */
export function ChosenTeam({ team }: { team: Membership }) {
  const { uuid } = useSession();
  const { state, change, correct } = useTeamsAddress();
  const { tab: mode } = state;
  const page = mode === "history" ? state.page : 0;
  const articles = useQuery(myArticlesQuery(uuid, team.teamId, page));

  const shown = articles.data?.page;
  useExistingPage(page, articles.isPlaceholderData ? undefined : shown?.totalPages, correct);
  useResult(
    withPage(`${team.teamName} 내가 쓴 글`, page),
    articles.isPlaceholderData || mode !== "history" ? undefined : countOf("글", shown?.totalElements),
  );

  return (
    <>
      <div className={styles.teamsBar}>
        <Segments
          label="보기"
          options={modes}
          value={mode}
          onPick={(tab) => change({ tab, site: null, page: 0 })}
        />
        {mode === "history" &&
          (shown ? (
            <p className={styles.teamsTotal}>
              모두 <b>{shown.totalElements}</b>개의 글
            </p>
          ) : (
            !articles.error && <TotalSkeleton />
          ))}
      </div>
      {mode === "info" && <Information team={team} />}
      {mode === "solved" && <SolvedProblems />}
      {mode === "history" && (
        <Fetched query={articles} failed="내가 쓴 글을 불러오지 못했어요" skeleton={<HistorySkeleton />}>
          {({ content, page: { totalPages } }) => (
            <>
              <History teamId={team.teamId} articles={content} isWaiting={articles.isPlaceholderData} />
              <Pagination page={page} totalPages={totalPages} onPage={(page) => change({ page })} />
            </>
          )}
        </Fetched>
      )}
    </>
  );
}
