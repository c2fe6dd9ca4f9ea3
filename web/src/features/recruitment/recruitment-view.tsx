import { useEffect } from "react";
import { Link } from "react-router-dom";
import { normalise } from "#contracts/limits";
import type { RecruitmentDetail } from "#contracts/recruitment/api";
import { useArrivals } from "#web/lib/live/use-arrivals.ts";
import { useIsOwnTeam } from "#web/lib/member-info.ts";
import { useRecentApplications } from "#web/lib/my-applications.ts";
import { useSession } from "#web/lib/session.ts";
import arrival from "#web/ui/arrival.module.css";
import { Hint } from "#web/ui/hint.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { LiveNote } from "#web/ui/live-note.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { CreateTeamBox, InviteBox } from "./admit-box.tsx";
import { Applications } from "./applications.tsx";
import { ApplyBox } from "./apply-box.tsx";
import aside from "./aside.module.css";
import { AuthorTools } from "./author-tools.tsx";
import { ContactBox } from "./contact-box.tsx";
import styles from "./detail.module.css";
import { outcomeOf } from "./outcome.ts";
import { OutcomeNote } from "./outcome-note.tsx";
import { RecruitmentText } from "./recruitment-text.tsx";
import { standingOf } from "./standing.ts";
import { useNews } from "./use-news.ts";
import type { Pen } from "./use-pen.ts";

interface RecruitmentViewProps {
  readonly recruitment: RecruitmentDetail;
  readonly pen: Pen;
  readonly onDeleting: (isDeleting: boolean) => void;
}

/** A recruitment: the text, what one can do beside it, the applicants below. */
export function RecruitmentView({ recruitment, pen, onDeleting }: RecruitmentViewProps) {
  const { text, draft, onText, onEditEnd } = pen;
  const { teamRecruitId, teamId, isRecruiting, teamApplyResponses } = recruitment;
  const { isLoggedIn } = useSession();
  const isInTeam = useIsOwnTeam(teamId);
  const { mine, may, ...standing } = standingOf(recruitment, { isLoggedIn, isInTeam });
  const outcome = outcomeOf(useRecentApplications(), teamRecruitId, isInTeam);
  const news = useNews(recruitment);
  const arrived = useArrivals(
    `${teamRecruitId} ${isRecruiting}`,
    teamApplyResponses.map(({ teamApplyId }) => String(teamApplyId)),
  );

  // The own application may vanish under the hands that change it: the words stay, in the box for a new one.
  useEffect(() => {
    if (mine || draft === null || !isLoggedIn) return;
    if (text.trim() === "") onText(draft);
    onEditEnd();
  }, [mine, isLoggedIn, draft, text, onText, onEditEnd]);
  // Sent after all, by a press that got no answer.
  useEffect(() => {
    if (mine && mine.teamApplyBody === normalise(text).trim()) onText("");
  }, [mine, text, onText]);

  const isWriting = text.trim() !== "";
  const isCut = standing.applyBox === "hidden" && !standing.isAuthor && isWriting;
  const box = isCut ? "stopped" : standing.applyBox;
  const isQuietMember = box === "member" && !isWriting;
  return (
    <div className={styles.recruit}>
      <RecruitmentText recruitment={recruitment}>
        <AuthorTools recruitment={recruitment} may={may} onDeleting={onDeleting} />
      </RecruitmentText>
      <aside className={aside.aside} aria-label="모집 안내">
        {outcome && !mine && <OutcomeNote outcome={outcome} teamId={teamId} />}
        {!isRecruiting && !standing.isAuthor && <ClosedNote hasApplied={mine !== undefined} />}
        {may("CREATE_TEAM") && <CreateTeamBox recruitment={recruitment} />}
        {may("INVITE") && teamId !== null && <InviteBox recruitment={recruitment} teamId={teamId} />}
        {standing.showsContact && <ContactBox contact={recruitment.chatUrl} />}
        {isQuietMember && outcome !== "accepted" && <Hint>이미 이 팀의 멤버예요.</Hint>}
        {box !== "hidden" && !isQuietMember && (
          <ApplyBox recruitmentId={teamRecruitId} state={box} pen={pen} />
        )}
        {teamId !== null && <VisitTeam teamId={teamId} />}
      </aside>
      {standing.showsApplications && (
        <Applications
          recruitmentId={teamRecruitId}
          applications={teamApplyResponses}
          isAuthor={standing.isAuthor}
          isInviting={standing.isInviting}
          arrived={arrived}
          pen={pen}
        />
      )}
      <LiveNote text={news} />
    </div>
  );
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
