import { Link } from "react-router-dom";
import { type RecruitmentStatus, recruitmentStatuses } from "#contracts/recruitment/api";
import { useSession } from "#web/lib/session.ts";
import { ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Segments } from "#web/ui/segments.tsx";
import styles from "./recruitment.module.css";

export const statusLabels: Readonly<Record<RecruitmentStatus, string>> = {
  all: "전체",
  open: "모집중",
  closed: "모집완료",
};
const tabs = recruitmentStatuses.map((status) => [status, statusLabels[status]] as const);

/** The filter of the board, with links to the guide and to the form of a new recruitment. */
export function BoardBar({
  status,
  onStatus,
}: {
  status: RecruitmentStatus;
  onStatus: (status: RecruitmentStatus) => void;
}) {
  const byLogin = useByLogin();
  return (
    <div className={styles.boardBar}>
      <Segments label="모집 상태" options={tabs} value={status} onPick={onStatus} />
      <Link
        to={guideUrl}
        target="_blank"
        rel="noopener noreferrer"
        className={cx(buttonClass({ look: "ghost" }), styles.guide)}
      >
        가이드
        <HiddenText>(새 탭)</HiddenText>
        <Icon name="external" size="small" />
      </Link>
      <ButtonLink {...byLogin("/team-recruit/posting")}>
        <Icon name="pencil" />
        글쓰기
      </ButtonLink>
    </div>
  );
}

/** Links to creating a team without a recruitment. */
export function StraightToTeam() {
  const byLogin = useByLogin();
  return (
    <Link className={styles.straight} {...byLogin("/team-registration")}>
      모집글 없이 이미 정해진 팀원들과 팀 생성하기
      <Icon name="arrow-right" size="small" />
    </Link>
  );
}

/** Returns the target of a link, which for visitors is the login with the path to return to. */
function useByLogin(): (path: string) => { to: string; state?: { from: string } } {
  const { isLoggedIn } = useSession();
  return (path) => (isLoggedIn ? { to: path } : { to: "/login", state: { from: path } });
}

const configured = import.meta.env["VITE_GUIDE_URL"] as string | undefined;

/** URL of the guide, configured at build time (`VITE_GUIDE_URL`), by default the FAQ of the landing page. */
const guideUrl = configured && /^https?:\/\//.test(configured) ? configured : "/#faq";
