import { Link } from "react-router-dom";
import arrival from "#web/ui/arrival.module.css";
import { Notice } from "#web/ui/notice.tsx";
import { linkClass } from "#web/ui/page.tsx";
import styles from "./aside.module.css";

/** Tells an applicant what the authors answered. */
export const OutcomeNote = ({
  outcome,
  teamId,
}: {
  outcome: "accepted" | "removed";
  teamId: number | null;
}) => (
  <Notice icon={outcome === "accepted" ? "check" : "info"} className={arrival.arrived}>
    {outcome === "accepted" ? (
      <>
        신청이 수락되었어요. 이제 같은 팀이에요!{" "}
        {teamId !== null && (
          <Link className={`${linkClass} ${styles.whole}`} to={`/team-dashboard/${teamId}`}>
            팀 페이지로 이동하기
          </Link>
        )}
      </>
    ) : (
      "작성자가 내 신청을 내보냈어요. 내용을 다듬어 다시 신청할 수 있어요."
    )}
  </Notice>
);
