import { useQuery } from "@tanstack/react-query";
import { type RecruitmentStatus, recruitmentStatuses } from "#contracts/recruitment/api";
import { newest, useArrivals } from "#web/lib/live/use-arrivals.ts";
import type { PagePrefetch } from "#web/lib/prefetch.ts";
import { type AddressCodec, pageParameter, useAddress } from "#web/lib/use-address.ts";
import { countOf, useAnnounced, useResult, withPage } from "#web/ui/announcer.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fetched } from "#web/ui/fetched.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Page, PageHeader } from "#web/ui/page.tsx";
import { Pagination, useExistingPage } from "#web/ui/pagination.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BoardBar, StraightToTeam, statusLabels } from "./board-bar.tsx";
import { boardQuery } from "./queries.ts";
import styles from "./recruitment.module.css";
import { RecruitmentCard } from "./recruitment-card.tsx";

export const prefetch: PagePrefetch = (client, _, search) => {
  const { status, page } = boardAddress.read(search);
  void client.prefetchQuery(boardQuery(status, page));
};

/** `/team-recruit/list`: all recruitments, public and live (spec/ui.md §13.1). */
export function BoardPage() {
  const { state, change, correct } = useAddress(boardAddress);
  const { status, page } = state;
  const query = useQuery(boardQuery(status, page));
  const { data, isPlaceholderData } = query;
  const settled = isPlaceholderData ? undefined : data;
  useExistingPage(page, settled?.page.totalPages, correct);

  const ids = settled?.content.map(({ teamRecruitId }) => String(teamRecruitId));
  // On later pages a row may be new only because newer recruitments moved it there, so none is marked.
  const arrived = useArrivals(`${status}/${page}`, page > 0 ? [] : ids, newest);
  useAnnounced(arrived.size > 0 && "새 모집글이 올라왔어요");
  useResult(withPage(statusLabels[status], page), settled && countOf("모집글", settled.page.totalElements));

  return (
    <Page glow>
      <PageHeader title="팀 모집" />
      <BoardBar status={status} onStatus={(status) => change({ status, page: 0 })} />
      <Fetched query={query} failed="모집글을 불러오지 못했어요" skeleton={<BoardSkeletons />}>
        {({ content }) =>
          content.length === 0 ? (
            <EmptyState
              title="지금은 모집글이 없어요"
              text={
                status === "closed" ? "모집이 끝난 글은 여기에 모여요." : "모집글을 써서 팀원을 만나 보세요."
              }
            />
          ) : (
            <Stack
              as="ul"
              gap={14}
              className={cx(isPlaceholderData && styles.boardWaiting)}
              aria-busy={isPlaceholderData}
            >
              {content.map((recruitment) => (
                <RecruitmentCard
                  key={recruitment.teamRecruitId}
                  recruitment={recruitment}
                  hasArrived={arrived.has(String(recruitment.teamRecruitId))}
                />
              ))}
            </Stack>
          )
        }
      </Fetched>
      <Pagination page={page} totalPages={data?.page.totalPages ?? 0} onPage={(page) => change({ page })} />
      <StraightToTeam />
    </Page>
  );
}

/** Placeholder of a page of recruitments while its query is pending. */
const BoardSkeletons = () => (
  <Stack gap={14} aria-busy="true">
    <HiddenText>정보를 가져오는 중…</HiddenText>
    {["a", "b", "c"].map((key) => (
      <div key={key} className={styles.card}>
        <Skeleton width={68} height={26} />
        <Skeleton width="46%" height={24} />
        <Skeleton />
        <Skeleton width="72%" />
        <Skeleton width={180} height={20} />
      </div>
    ))}
  </Stack>
);

/** Filter and page of the board in the address. */
const boardAddress: AddressCodec<{ readonly status: RecruitmentStatus; readonly page: number }> = {
  read: (search) => ({
    status: recruitmentStatuses.find((status) => status === search.get("status")) ?? "all",
    page: pageParameter.read(search),
  }),
  write: ({ status, page }) => ({
    status: status === "all" ? null : status,
    ...pageParameter.write(page),
  }),
};
