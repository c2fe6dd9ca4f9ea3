import { type ReactNode, useState } from "react";
import type { RecruitmentDetail } from "#contracts/recruitment/api";
import { serverDay } from "#web/lib/server-clock.ts";
import arrival from "#web/ui/arrival.module.css";
import { Avatar } from "#web/ui/avatar.tsx";
import { BodyView } from "#web/ui/body-view.tsx";
import { cx } from "#web/ui/cx.ts";
import { monthDay } from "#web/ui/month-calendar-days.ts";
import { BackLink } from "./back-link.tsx";
import { Badges } from "./badges.tsx";
import styles from "./recruitment.module.css";

/** Badges, title, author, date and body. `children` are the author's buttons. */
export function RecruitmentText({
  recruitment,
  children,
}: {
  recruitment: RecruitmentDetail;
  children: ReactNode;
}) {
  const state = `${recruitment.isRecruiting} ${recruitment.teamId}`;
  const [seen, setSeen] = useState({ state, hasChanged: false });
  if (seen.state !== state) setSeen({ state, hasChanged: true });
  return (
    <article className={styles.detailText}>
      <BackLink />
      <div key={state} className={cx(styles.detailBadges, seen.hasChanged && arrival.arrived)}>
        <Badges {...recruitment} />
      </div>
      <h2 className={styles.detailTitle}>{recruitment.teamRecruitTitle}</h2>
      <div className={styles.by}>
        <Avatar name={recruitment.memberNickName} size={32} />
        <b>{recruitment.memberNickName}</b>
        <time dateTime={recruitment.createdAt}>{monthDay(recruitment.createdAt, serverDay())}</time>
        {children}
      </div>
      <BodyView html={recruitment.teamRecruitBody} imageUrl={recruitment.imageUrl} />
    </article>
  );
}
