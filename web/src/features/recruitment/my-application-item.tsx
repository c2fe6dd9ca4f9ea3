import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import { seoulDate } from "#contracts/dates";
import type { MyApplication, MyApplicationState } from "#contracts/my-applications/api";
import { serverDay } from "#web/lib/server-clock.ts";
import arrival from "#web/ui/arrival.module.css";
import { Badge } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { FoldedText } from "#web/ui/folded-text.tsx";
import { Row } from "#web/ui/layout.tsx";
import { monthDay } from "#web/ui/month-calendar-days.ts";
import { linkClass } from "#web/ui/page.tsx";
import styles from "./recruitment.module.css";

const states: Record<
  MyApplicationState,
  { label: string; look: "open" | "accepted" | "quiet"; text: string }
> = {
  pending: { label: "대기 중", look: "open", text: "답을 기다리고 있어요." },
  closed: { label: "모집 종료", look: "quiet", text: "모집이 멈춰 있어요. 신청은 그대로 남아 있어요." },
  accepted: { label: "수락됨", look: "accepted", text: "팀원이 되었어요." },
  removed: { label: "내보내짐", look: "quiet", text: "이번에는 함께하지 못했어요." },
  deleted: { label: "모집글 삭제됨", look: "quiet", text: "모집글이 지워지면서 신청도 끝났어요." },
};

/** Describes the current membership of an accepted applicant (spec/daily-use.md §7.9). */
function sinceAccepted({ membership, endedAt }: MyApplication): string {
  if (membership === "member") return states.accepted.text;
  if (membership === null || endedAt === null) return "팀이 삭제되었어요.";
  const day = monthDay(seoulDate(new Date(endedAt)), serverDay());
  return membership === "kicked" ? `${day}에 팀에서 내보내졌어요` : `${day}에 팀을 나왔어요`;
}

/** One of the member's applications, with its recruitment, time and outcome. */
export function MyApplicationItem({ application, isNew }: { application: MyApplication; isNew: boolean }) {
  const { teamRecruitTitle, recruitmentId, teamId, state } = application;
  const nameId = useId();
  const { label, look, text } = states[state];
  const isMember = state === "accepted" && application.membership === "member";
  return (
    <li key={state} className={cx(styles.item, isNew && arrival.arrived)}>
      <Row gap={8} wrap>
        {look === "accepted" ? (
          <span className={styles.accepted}>{label}</span>
        ) : (
          <Badge look={look === "open" ? "open" : "closed"}>{label}</Badge>
        )}
        {isNew && <Badge look="fresh">새 소식</Badge>}
        <time className={styles.time} dateTime={application.appliedAt}>
          {monthDay(seoulDate(new Date(application.appliedAt)), serverDay())} 신청
        </time>
      </Row>
      <h3 id={nameId} className={styles.myApplicationsName}>
        {teamRecruitTitle === null ? (
          <Gone>삭제된 모집글</Gone>
        ) : (
          <Link to={`/team-recruit/detail/${recruitmentId}`}>{teamRecruitTitle}</Link>
        )}
      </h3>
      <FoldedText className={styles.body} lines={3} of={nameId} text={application.teamApplyBody} />
      <p className={styles.state}>
        {state === "accepted" ? sinceAccepted(application) : text}{" "}
        {isMember && teamId !== null && (
          <Link className={linkClass} to={`/team-dashboard/${teamId}`}>
            팀 페이지로 이동하기
          </Link>
        )}
      </p>
      {application.reason && <p className={styles.state}>사유: {application.reason}</p>}
    </li>
  );
}

const Gone = ({ children }: { children: ReactNode }) => <span className={styles.gone}>{children}</span>;
