import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import {
  isNews,
  latestChange,
  myApplicationsQuery,
  rememberSeen,
  seenAt,
  useRecentApplications,
} from "#web/lib/my-applications.ts";
import { useSession } from "#web/lib/session.ts";
import { titleOf } from "#web/lib/titles.ts";
import { ToLogin } from "#web/lib/to-login.tsx";
import { pageAddress, useAddress } from "#web/lib/use-address.ts";
import { AccountPage } from "#web/ui/account-page.tsx";
import { countOf, useAnnounced, useResult, withPage } from "#web/ui/announcer.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Fetched } from "#web/ui/fetched.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { SectionTitle } from "#web/ui/page.tsx";
import { Pagination, useExistingPage } from "#web/ui/pagination.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MyApplicationItem } from "./my-application-item.tsx";
import styles from "./recruitment.module.css";

/** `내 신청 현황`: the caller's applications with their outcomes, live. */
export function MyApplications() {
  const { uuid } = useSession();
  const { state, change, correct } = useAddress(pageAddress);
  const { page } = state;
  const query = useQuery(myApplicationsQuery(uuid, page));
  const { data, isPlaceholderData } = query;
  const recent = useRecentApplications();
  const [lastLook] = useState(() => (uuid === null ? 0 : seenAt(uuid)));
  useEffect(() => {
    if (uuid !== null && recent) rememberSeen(uuid, latestChange(recent));
  }, [uuid, recent]);

  useExistingPage(page, isPlaceholderData ? undefined : data?.page.totalPages, correct);

  const news = data?.content.filter((application) => isNews(application, lastLook)) ?? [];
  useAnnounced(news.length > 0 && "신청 현황에 새 소식이 있어요");
  useResult(
    withPage("내 신청 현황", page),
    isPlaceholderData ? undefined : countOf("신청", data?.page.totalElements),
  );
  return (
    <section aria-label="내 신청 현황">
      <SectionTitle className={styles.myApplicationsTitle}>내 신청 현황</SectionTitle>
      <Fetched query={query} failed="신청 현황을 불러오지 못했어요" skeleton={<ItemSkeletons />}>
        {({ content }) =>
          content.length === 0 ? (
            <EmptyState title="아직 신청한 모집글이 없어요" text="마음에 드는 팀을 찾아 신청해 보세요.">
              <ButtonLink look="soft" to="/team-recruit/list">
                모집글 보러가기
              </ButtonLink>
            </EmptyState>
          ) : (
            <Stack as="ul" gap={12} aria-busy={isPlaceholderData}>
              {content.map((application) => (
                <MyApplicationItem
                  key={application.teamApplyId}
                  application={application}
                  isNew={news.includes(application)}
                />
              ))}
            </Stack>
          )
        }
      </Fetched>
      <Pagination page={page} totalPages={data?.page.totalPages ?? 0} onPage={(page) => change({ page })} />
    </section>
  );
}

const ItemSkeletons = () => (
  <Stack gap={12} aria-busy="true">
    <Skeleton height={96} />
    <Skeleton height={96} />
  </Stack>
);

/** `/my-dashboard/applications`: the third tab of my page. */
export function MyApplicationsPage() {
  const { pathname } = useLocation();
  const { isLoggedIn } = useSession();
  if (!isLoggedIn) return <ToLogin />;
  return (
    <AccountPage part="applications" title={titleOf(pathname)}>
      <MyApplications />
    </AccountPage>
  );
}
