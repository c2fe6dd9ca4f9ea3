import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { RecruitmentDetail } from "#contracts/recruitment/api";
import { welcome } from "#web/features/team/welcome.ts";
import { useArrivals } from "#web/lib/live/use-arrivals.ts";
import { useIsOwnTeam, useOwnTeamName } from "#web/lib/member-info.ts";
import { useRecentApplications } from "#web/lib/my-applications.ts";
import { useSession } from "#web/lib/session.ts";
import arrival from "#web/ui/arrival.module.css";
import { LiveNote } from "#web/ui/hidden-text.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { CreateTeamBox, InviteBox } from "./admit-box.tsx";
import type { ApplicationDrafts } from "./application-drafts.ts";
import { Applications } from "./applications.tsx";
import { ApplyBox } from "./apply-box.tsx";
import aside from "./aside.module.css";
import { AuthorTools } from "./author-tools.tsx";
import { ContactBox } from "./contact-box.tsx";
import styles from "./detail.module.css";
import { OutcomeNote, outcomeOf } from "./outcome-note.tsx";
import { permissionsOf } from "./permissions.ts";
import { RecruitmentText } from "./recruitment-text.tsx";
import { useChangeText } from "./use-change-text.ts";

interface RecruitmentViewProps {
  readonly recruitment: RecruitmentDetail;
  readonly drafts: ApplicationDrafts;
  readonly onDeleting: (isDeleting: boolean) => void;
}

/** A recruitment: its text, the boxes for what the caller may do, the applicants. */
export function RecruitmentView({ recruitment, drafts, onDeleting }: RecruitmentViewProps) {
  const { teamRecruitId, teamId, isRecruiting, teamApplyResponses } = recruitment;
  const { isLoggedIn } = useSession();
  const isInTeam = useIsOwnTeam(teamId);
  const permissions = permissionsOf(recruitment, { isLoggedIn, isInTeam });
  const { mine, may } = permissions;
  const outcome = outcomeOf(useRecentApplications(), teamRecruitId, isInTeam);
  useWelcome({ hasApplied: mine !== undefined, isAccepted: outcome === "accepted", teamId });
  const news = useChangeText(recruitment);
  const arrived = useArrivals(
    `${teamRecruitId} ${isRecruiting}`,
    teamApplyResponses.map(({ teamApplyId }) => String(teamApplyId)),
  );

  const isWriting = drafts.text.trim() !== "";
  const isCut = permissions.applyBox === "hidden" && !permissions.isAuthor && isWriting;
  const box = isCut ? "stopped" : permissions.applyBox;
  const isQuietMember = box === "member" && !isWriting;
  return (
    <div className={styles.recruit}>
      <RecruitmentText recruitment={recruitment}>
        <AuthorTools recruitment={recruitment} may={may} onDeleting={onDeleting} />
      </RecruitmentText>
      <aside className={aside.aside} aria-label="모집 안내">
        {outcome && !mine && <OutcomeNote outcome={outcome} teamId={teamId} />}
        {!isRecruiting && !permissions.isAuthor && <ClosedNote hasApplied={mine !== undefined} />}
        {may("CREATE_TEAM") && <CreateTeamBox recruitment={recruitment} />}
        {may("INVITE") && teamId !== null && <InviteBox recruitment={recruitment} teamId={teamId} />}
        {permissions.showsContact && <ContactBox contact={recruitment.chatUrl} />}
        {isQuietMember && outcome !== "accepted" && <Hint>이미 이 팀의 멤버예요.</Hint>}
        {box !== "hidden" && !isQuietMember && (
          <ApplyBox recruitmentId={teamRecruitId} state={box} drafts={drafts} />
        )}
        {teamId !== null && <VisitTeam teamId={teamId} />}
      </aside>
      {permissions.showsApplications && (
        <Applications
          recruitmentId={teamRecruitId}
          applications={teamApplyResponses}
          permissions={permissions}
          arrived={arrived}
          drafts={drafts}
        />
      )}
      <LiveNote text={news} />
    </div>
  );
}

/** Greets an applicant who is accepted while the page is open, as everybody who joins (spec/daily-use.md §7.8). */
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
    지금은 모집하고 있지 않아요.{hasApplied && " 내 신청은 그대로 남아 있어요."}
  </Notice>
);

const VisitTeam = ({ teamId }: { teamId: number }) => (
  <Link className={aside.visit} to={`/team-dashboard/${teamId}`}>
    <Icon name="users" />팀 둘러보기
    <Icon name="arrow-right" size="small" />
  </Link>
);
