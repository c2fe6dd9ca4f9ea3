import { useId } from "react";
import type { Application } from "#contracts/application/api";
import arrival from "#web/ui/arrival.module.css";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { FoldedText } from "#web/ui/folded-text.tsx";
import styles from "./applications.module.css";
import { useRemoveApplication } from "./commands.ts";
import { applicationMoves } from "./standing.ts";

/** Of an application, before it is unfolded. */
export const shownLines = 6;

/** Somebody else's application; authors may remove it. */
export function ApplicationItem({
  recruitmentId,
  application,
  isAuthor,
  hasArrived,
}: {
  recruitmentId: number;
  application: Application;
  isAuthor: boolean;
  hasArrived: boolean;
}) {
  const nameId = useId();
  const { run } = useRemoveApplication(recruitmentId);
  return (
    <li
      className={cx(
        styles.application,
        application.teamApplyBody === null && styles.onlyName,
        hasArrived && arrival.arrived,
      )}
    >
      <Avatar name={application.memberName} size={36} />
      <span className={styles.name}>
        <span id={nameId}>{application.memberName}</span>
        {hasArrived && <Badge look="fresh">방금</Badge>}
      </span>
      {applicationMoves(application, isAuthor).remove && (
        <button
          type="button"
          className={cx(styles.tool, styles.danger)}
          aria-describedby={nameId}
          onClick={() => void run({ params: { applyId: application.teamApplyId } })}
        >
          내보내기
        </button>
      )}
      {application.teamApplyBody !== null && (
        <FoldedText className={styles.text} lines={shownLines} of={nameId} text={application.teamApplyBody} />
      )}
    </li>
  );
}
