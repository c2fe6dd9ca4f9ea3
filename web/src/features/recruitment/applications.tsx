import type { Application } from "#contracts/application/api";
import { Icon } from "#web/ui/icon.tsx";
import { ApplicationItem } from "./application-item.tsx";
import styles from "./applications.module.css";
import { OwnApplication } from "./own-application.tsx";
import type { Pen } from "./use-pen.ts";

export interface ApplicationsProps {
  readonly recruitmentId: number;
  readonly applications: readonly Application[];
  readonly isAuthor: boolean;
  /** Whether an empty list asks to be the first in it. */
  readonly isInviting: boolean;
  readonly arrived: ReadonlySet<string>;
  /** Of the applicant. */
  readonly pen: Pen;
}

/** `신청자 n`: the own application first, the texts only where the server gave them (spec/ui.md §13.2). */
export function Applications(props: ApplicationsProps) {
  const { recruitmentId, applications, isAuthor, arrived } = props;
  return (
    <section className={styles.people} aria-label="신청자">
      <h3 className={styles.head}>
        신청자 <span className={styles.number}>{applications.length}</span>
      </h3>
      {applications.length === 0 ? (
        <p className={styles.first}>
          <Icon name="sparkle" />
          {props.isInviting ? "첫 번째 신청자가 되어보세요" : "아직 신청자가 없어요"}
        </p>
      ) : (
        <ul>
          {applications.map((application) =>
            application.isMyApply ? (
              <OwnApplication
                key={application.teamApplyId}
                recruitmentId={recruitmentId}
                application={application}
                pen={props.pen}
              />
            ) : (
              <ApplicationItem
                key={application.teamApplyId}
                recruitmentId={recruitmentId}
                application={application}
                isAuthor={isAuthor}
                hasArrived={arrived.has(String(application.teamApplyId))}
              />
            ),
          )}
        </ul>
      )}
    </section>
  );
}
