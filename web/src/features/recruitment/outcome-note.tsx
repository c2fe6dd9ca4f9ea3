import { Link } from "react-router-dom";
import type { MyApplication } from "#contracts/my-applications/api";
import arrival from "#web/ui/arrival.module.css";
import { LateNotice } from "#web/ui/notice.tsx";
import { linkClass } from "#web/ui/page.tsx";
import styles from "./recruitment.module.css";

/** Shows an applicant the decision of the author; null while there is none. */
export const OutcomeNote = ({
  outcome,
  teamId,
}: {
  outcome: "accepted" | "removed" | null;
  teamId: number | null;
}) => (
  <LateNotice icon={outcome === "accepted" ? "check" : "info"} className={arrival.arrived}>
    {outcome === "removed" && (
      <span>작성자가 내 신청을 내보냈어요. 내용을 다듬어 다시 신청할 수 있어요.</span>
    )}
    {outcome === "accepted" && (
      <span>
        <span>신청이 수락되었어요. 이제 같은 팀이에요! </span>
        {teamId !== null && (
          <Link className={`${linkClass} ${styles.whole}`} to={`/team-dashboard/${teamId}`}>
            팀 페이지로 이동하기
          </Link>
        )}
      </span>
    )}
  </LateNotice>
);

/** The outcome of the caller's latest application to a recruitment; null while it is undecided. */
export function outcomeOf(
  applications: readonly MyApplication[] | undefined,
  recruitmentId: number,
  isInTeam: boolean,
): "accepted" | "removed" | null {
  const here = applications?.filter((application) => application.recruitmentId === recruitmentId) ?? [];
  const latest = here.toSorted((a, b) => b.teamApplyId - a.teamApplyId)[0];
  // An accepted applicant may have left the team since.
  if (latest?.state === "accepted") return isInTeam ? "accepted" : null;
  return latest?.state === "removed" ? "removed" : null;
}
