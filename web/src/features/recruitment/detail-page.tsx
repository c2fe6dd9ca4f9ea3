import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { linkParts } from "#contracts/links";
import type { RecruitmentDetail } from "#contracts/recruitment/api";
import { welcome } from "#web/features/team/welcome.ts";
import { isRefusal } from "#web/lib/calls/api-error.ts";
import { useLazyModule } from "#web/lib/lazy-module.ts";
import { newest, useArrivals } from "#web/lib/live/use-arrivals.ts";
import { useIsOwnTeam, useOwnTeamName } from "#web/lib/member-info.ts";
import { useRecentApplications } from "#web/lib/my-applications.ts";
import type { PagePrefetch } from "#web/lib/prefetch.ts";
import { useMember, useSession } from "#web/lib/session.ts";
import { pageAddress, useAddress } from "#web/lib/use-address.ts";
import { usePageName } from "#web/lib/use-page-name.ts";
import { useAnnounced } from "#web/ui/announcer.tsx";
import arrival from "#web/ui/arrival.module.css";
import { FailedState } from "#web/ui/empty-state.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { NotFound } from "#web/ui/not-found.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.tsx";
import type { ApplicationDrafts } from "./application-drafts.ts";
import { useApplicationDrafts } from "./application-drafts.ts";
import { Applications, authorParts } from "./applications.tsx";
import { ApplyBox } from "./apply-box.tsx";
import { BackLink } from "./back-link.tsx";
import { OutcomeNote, outcomeOf } from "./outcome-note.tsx";
import { permissionsOf } from "./permissions.ts";
import { detailQuery } from "./queries.ts";
import styles from "./recruitment.module.css";
import { RecruitmentText } from "./recruitment-text.tsx";
import type { ShownList } from "./shown-list.ts";
import { useChangeText } from "./use-change-text.ts";

export const prefetch: PagePrefetch = (client, { recruitId = "" }, search) => {
  const { page } = pageAddress.read(search);
  if (/^\d{1,15}$/.test(recruitId))
    void client.prefetchQuery(detailQuery(Number(recruitId), { page, name: "" }));
};

/** `/team-recruit/detail/{recruitId}`: public and live (spec/ui.md §13.2). */
export function DetailPage() {
  const { recruitId = "" } = useParams();
  const member = useMember();
  if (!/^\d{1,15}$/.test(recruitId)) return <NotFound />;
  return <Detail key={`${recruitId} ${member}`} recruitmentId={Number(recruitId)} />;
}

function Detail({ recruitmentId }: { recruitmentId: number }) {
  // During the deletion the page stays unchanged until the navigation.
  const [isDeleting, setDeleting] = useState(false);
  const { state, change, correct } = useAddress(pageAddress);
  const { page } = state;
  const [name, setName] = useState("");
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...detailQuery(recruitmentId, { page, name }),
    placeholderData: keepPreviousData,
    enabled: !isDeleting,
  });
  const onName = useCallback(
    (name: string) => {
      setName(name);
      correct({ page: 0 });
    },
    [correct],
  );
  const onPage = (page: number) => change({ page });
  const list = { page, name, isWaiting: isPlaceholderData, onPage, onName };
  // Kept above the query's states, so that refetching does not lose the typed text.
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
        <RecruitmentView recruitment={data} drafts={drafts} list={list} onDeleting={setDeleting} />
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

interface RecruitmentViewProps {
  readonly recruitment: RecruitmentDetail;
  readonly drafts: ApplicationDrafts;
  readonly list: ShownList;
  readonly onDeleting: (isDeleting: boolean) => void;
}

/** A recruitment with its text, the boxes for the caller's permitted actions, and the applicants. */
function RecruitmentView({ recruitment, drafts, list, onDeleting }: RecruitmentViewProps) {
  const { teamRecruitId, teamId, isRecruiting, teamApplyResponses } = recruitment;
  const { isLoggedIn } = useSession();
  const isInTeam = useIsOwnTeam(teamId);
  const permissions = permissionsOf(recruitment, { isLoggedIn, isInTeam });
  const { mine, may } = permissions;
  const parts = useLazyModule(authorParts, permissions.isAuthor);
  const outcome = outcomeOf(useRecentApplications(), teamRecruitId, isInTeam);
  useWelcome({ hasApplied: mine !== undefined, isAccepted: outcome === "accepted", teamId });
  useAnnounced(useChangeText(recruitment));
  const ids = teamApplyResponses.map(({ teamApplyId }) => String(teamApplyId));
  // On later pages one may be new only because newer applications moved it there, so none is marked.
  const shownIds = list.isWaiting ? undefined : list.page > 0 ? [] : ids;
  const arrived = useArrivals(`${teamRecruitId} ${isRecruiting} ${list.page} ${list.name}`, shownIds, newest);

  const isWriting = drafts.text.trim() !== "";
  const isCut = permissions.applyBox === "hidden" && !permissions.isAuthor && isWriting;
  const box = isCut ? "stopped" : permissions.applyBox;
  const isQuietMember = box === "member" && !isWriting;
  return (
    <div className={styles.recruit}>
      <RecruitmentText recruitment={recruitment}>
        {parts && <parts.AuthorTools recruitment={recruitment} may={may} onDeleting={onDeleting} />}
      </RecruitmentText>
      <aside className={styles.aside} aria-label="모집 안내">
        <OutcomeNote outcome={mine ? null : outcome} teamId={teamId} />
        {!isRecruiting && !permissions.isAuthor && <ClosedNote hasApplied={mine !== undefined} />}
        {parts && may("CREATE_TEAM") && <parts.CreateTeamBox recruitment={recruitment} />}
        {parts && may("INVITE") && teamId !== null && (
          <parts.InviteBox recruitment={recruitment} teamId={teamId} />
        )}
        {permissions.showsContact && <ContactBox contact={recruitment.chatUrl} />}
        {isQuietMember && outcome !== "accepted" && <Hint>이미 이 팀의 멤버예요.</Hint>}
        {box !== "hidden" && !isQuietMember && (
          <ApplyBox recruitmentId={teamRecruitId} state={box} mine={mine} drafts={drafts} />
        )}
        {teamId !== null && <VisitTeam teamId={teamId} />}
      </aside>
      {permissions.showsApplications && (
        <Applications
          recruitment={recruitment}
          permissions={permissions}
          arrived={arrived}
          drafts={drafts}
          list={list}
        />
      )}
    </div>
  );
}

/** Welcomes an applicant who is accepted while the page is open, like any new member (spec/daily-use.md §7.8). */
function useWelcome(is: { hasApplied: boolean; isAccepted: boolean; teamId: number | null }): void {
  const { hasApplied, isAccepted, teamId } = is;
  const teamName = useOwnTeamName(teamId ?? 0);
  const wasWaiting = useRef(hasApplied);
  useEffect(() => {
    if (hasApplied) wasWaiting.current = true;
    if (!wasWaiting.current || !isAccepted || teamId === null || teamName === undefined) return;
    wasWaiting.current = false;
    welcome({ teamId, teamName });
  }, [hasApplied, isAccepted, teamId, teamName]);
}

const ClosedNote = ({ hasApplied }: { hasApplied: boolean }) => (
  <Notice className={arrival.arrived}>
    {`지금은 모집하고 있지 않아요.${hasApplied ? " 내 신청은 그대로 남아 있어요." : ""}`}
  </Notice>
);

const VisitTeam = ({ teamId }: { teamId: number }) => (
  <Link className={styles.visit} to={`/team-dashboard/${teamId}`}>
    <Icon name="users" />팀 둘러보기
    <Icon name="arrow-right" size="small" />
  </Link>
);

/** `연락 방법`: addresses open in a new tab, anything else is plain text. */
const ContactBox = ({ contact }: { contact: string }) => (
  <section className={styles.asideBox} aria-label="연락 방법">
    <h3>연락 방법</h3>
    {linkParts(contact).map(({ text, href }, index) =>
      href === undefined ? (
        text.trim() !== "" && (
          <p key={index} className={styles.contactText}>
            {text.trim()}
          </p>
        )
      ) : (
        <a key={index} className={styles.contact} href={href} target="_blank" rel="noopener noreferrer">
          <Icon name="chat" />
          <span>{text}</span>
          <HiddenText>(새 탭)</HiddenText>
        </a>
      ),
    )}
  </section>
);

/** Placeholder of a recruitment while its query is pending. */
const DetailSkeleton = () => (
  <div className={styles.recruit} aria-busy="true">
    <div className={styles.detailText}>
      <HiddenText>정보를 가져오는 중…</HiddenText>
      <BackLink />
      <Stack gap={18}>
        <Skeleton width={68} height={26} />
        <Skeleton width="72%" height={36} />
        <Skeleton width={180} height={32} />
        <Skeleton height={320} />
      </Stack>
    </div>
    <div className={styles.aside}>
      <Skeleton height={130} />
      <Skeleton height={320} />
    </div>
  </div>
);
