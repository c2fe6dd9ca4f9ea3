import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useParams } from "react-router-dom";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import type { PagePrefetch } from "#web/lib/prefetch.ts";
import { useMember } from "#web/lib/session.ts";
import { usePageName } from "#web/lib/use-page-name.ts";
import { FailedState } from "#web/ui/empty-state.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { NotFound } from "#web/ui/not-found.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";
import { useApplicationDrafts } from "./application-drafts.ts";
import aside from "./aside.module.css";
import { BackLink } from "./back-link.tsx";
import styles from "./detail.module.css";
import { detailQuery } from "./queries.ts";
import { RecruitmentView } from "./recruitment-view.tsx";

export const prefetch: PagePrefetch = (client, { recruitId = "" }) => {
  if (/^\d{1,15}$/.test(recruitId)) void client.prefetchQuery(detailQuery(Number(recruitId)));
};

/** `/team-recruit/detail/{recruitId}`: public and live (spec/ui.md §13.2). */
export function DetailPage() {
  const { recruitId = "" } = useParams();
  const member = useMember();
  if (!/^\d{1,15}$/.test(recruitId)) return <NotFound />;
  return <Detail key={`${recruitId} ${member}`} recruitmentId={Number(recruitId)} />;
}

function Detail({ recruitmentId }: { recruitmentId: number }) {
  // While it is being deleted the page stands still until it is left.
  const [isDeleting, setDeleting] = useState(false);
  const { data, error, refetch } = useQuery({ ...detailQuery(recruitmentId), enabled: !isDeleting });
  // Above the answers, so that no refresh loses what was typed.
  const drafts = useApplicationDrafts(recruitmentId, data);

  const isGone = !isDeleting && isRefusal(error, "recruitment-not-found");
  const hasVanished = isGone && data !== undefined;
  useEffect(() => {
    if (hasVanished) toast("보던 모집글이 삭제되었어요");
  }, [hasVanished]);
  usePageName(isGone ? undefined : data?.teamRecruitTitle);
  if (isGone) return <NotFound />;
  return (
    <Page>
      <HiddenText as="h1">팀 모집글 상세</HiddenText>
      {data ? (
        <RecruitmentView recruitment={data} drafts={drafts} onDeleting={setDeleting} />
      ) : error ? (
        <>
          <BackLink />
          <FailedState title="모집글을 불러오지 못했어요" error={error} onRetry={() => void refetch()} />
        </>
      ) : (
        <DetailSkeleton />
      )}
    </Page>
  );
}

/** The shape of a recruitment while it is being fetched. */
const DetailSkeleton = () => (
  <div className={styles.recruit} aria-busy="true">
    <div className={styles.text}>
      <HiddenText>정보를 가져오는 중…</HiddenText>
      <BackLink />
      <div className={styles.lines}>
        <Skeleton width={68} height={26} />
        <Skeleton width="72%" height={36} />
        <Skeleton width={180} height={32} />
        <Skeleton height={320} />
      </div>
    </div>
    <div className={aside.aside}>
      <Skeleton height={130} />
      <Skeleton height={320} />
    </div>
  </div>
);
