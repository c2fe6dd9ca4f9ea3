import { Link, useLocation } from "react-router-dom";
import type { Recruitment } from "#contracts/recruitment/api";
import { excerptOf } from "#web/lib/excerpt.ts";
import { serverDay } from "#web/lib/server-clock.ts";
import arrival from "#web/ui/arrival.module.css";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { Row } from "#web/ui/layout.tsx";
import { monthDay } from "#web/ui/month-calendar-days.ts";
import { Badges } from "./badges.tsx";
import styles from "./recruitment.module.css";

/** One recruitment of the board; the whole card is a link to it. */
export const RecruitmentCard = ({
  recruitment,
  hasArrived,
}: {
  recruitment: Recruitment;
  hasArrived: boolean;
}) => (
  <li>
    <Link
      to={`/team-recruit/detail/${recruitment.teamRecruitId}`}
      state={{ board: useLocation().search }}
      className={cx(styles.card, !recruitment.isRecruiting && styles.closed, hasArrived && arrival.arrived)}
    >
      <Row as="span" gap={6}>
        <Badges {...recruitment} />
        {hasArrived && <Badge look="fresh">방금</Badge>}
      </Row>
      <h2>{recruitment.teamRecruitTitle}</h2>
      <p className={styles.boardText}>{excerptOf(recruitment.teamRecruitBody)}</p>
      <span className={styles.foot}>
        <Avatar name={recruitment.memberNickName} size={24} />
        <b>{recruitment.memberNickName}</b>
        <i aria-hidden="true" />
        <time dateTime={recruitment.createdAt}>{monthDay(recruitment.createdAt, serverDay())}</time>
      </span>
    </Link>
  </li>
);
