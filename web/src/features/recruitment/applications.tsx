import { type ComponentProps, type ReactNode, useId } from "react";
import type { Application } from "#contracts/application/api";
import { limits } from "#contracts/limits";
import arrival from "#web/ui/arrival.module.css";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Counter } from "#web/ui/counter.tsx";
import { cx } from "#web/ui/cx.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { FoldedText } from "#web/ui/folded-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { inputClass, limited } from "#web/ui/input.tsx";
import { ResumedNote } from "#web/ui/resumed-note.tsx";
import { blankApplication, useDeleteApplication, useEditApplication } from "./application-commands.ts";
import type { ApplicationDrafts } from "./application-drafts.ts";
import styles from "./applications.module.css";

interface ApplicationsProps {
  readonly recruitmentId: number;
  readonly applications: readonly Application[];
  readonly isAuthor: boolean;
  /** Whether an empty list asks to be the first in it. */
  readonly isInviting: boolean;
  readonly arrived: ReadonlySet<string>;
  readonly drafts: ApplicationDrafts;
}

/** `신청자 n`: the own application first, the texts only where the server gave them (spec/ui.md §13.2). */
export function Applications(props: ApplicationsProps) {
  const { recruitmentId, applications, isAuthor, arrived, drafts } = props;
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
          {applications.map((application) => {
            const key = application.teamApplyId;
            const shown = { recruitmentId, application };
            if (application.isMyApply) return <OwnApplication key={key} {...shown} drafts={drafts} />;
            return (
              <OthersApplication
                key={key}
                {...shown}
                isAuthor={isAuthor}
                hasArrived={arrived.has(String(key))}
              />
            );
          })}
        </ul>
      )}
    </section>
  );
}

interface Shown {
  readonly recruitmentId: number;
  readonly application: Application;
}

/** Another member's application; authors may remove it. */
function OthersApplication({
  recruitmentId,
  application,
  isAuthor,
  hasArrived,
}: Shown & { isAuthor: boolean; hasArrived: boolean }) {
  const nameId = useId();
  const { run } = useDeleteApplication(recruitmentId, "remove");
  const { teamApplyId: applyId, teamApplyBody: text } = application;
  return (
    <Row
      name={application.memberName}
      nameId={nameId}
      className={cx(text === null && styles.onlyName, hasArrived && arrival.arrived)}
      mark={hasArrived && <Badge look="fresh">방금</Badge>}
    >
      {isAuthor && (
        <Tool isDanger aria-describedby={nameId} onClick={() => void run({ params: { applyId } })}>
          내보내기
        </Tool>
      )}
      {text !== null && <FoldedText className={styles.text} lines={shownLines} of={nameId} text={text} />}
    </Row>
  );
}

/** The caller's own application, to read, edit and withdraw. */
function OwnApplication({ recruitmentId, application, drafts }: Shown & { drafts: ApplicationDrafts }) {
  const nameId = useId();
  const { run: withdraw } = useDeleteApplication(recruitmentId, "withdraw");
  const { teamApplyId: applyId, teamApplyBody: text } = application;
  return (
    <Row
      name={application.memberName}
      nameId={nameId}
      className={styles.mine}
      mark={<span className={styles.mark}>내 신청</span>}
    >
      {drafts.edited === null ? (
        <>
          <span className={styles.tools}>
            <Tool onClick={() => drafts.onEdit(application)}>수정</Tool>
            <Tool isDanger onClick={() => void withdraw({ params: { applyId } })}>
              삭제
            </Tool>
          </span>
          <FoldedText className={styles.text} lines={shownLines} of={nameId} text={text} />
        </>
      ) : (
        <EditedApplication
          recruitmentId={recruitmentId}
          application={application}
          drafts={drafts}
          text={drafts.edited}
        />
      )}
    </Row>
  );
}

function EditedApplication({
  recruitmentId,
  application,
  drafts: { onEdit, onEdited, onEditEnd, isEditResumed },
  text,
}: Shown & { drafts: ApplicationDrafts; text: string }) {
  const { alert } = useDialogs();
  const { run, isPending } = useEditApplication(recruitmentId, onEditEnd);
  const params = { applyId: application.teamApplyId };
  const save = () =>
    text.trim() === "" ? alert(blankApplication) : run({ params, body: { teamApplyBody: text } });
  const discard = () => {
    onEditEnd();
    onEdit(application);
  };
  return (
    <div className={styles.editing}>
      {isEditResumed && <ResumedNote onDiscard={discard} />}
      <textarea
        className={inputClass}
        aria-label="신청 내용 수정"
        // biome-ignore lint/a11y/noAutofocus: the person has just pressed 수정
        autoFocus
        readOnly={isPending}
        value={text}
        {...limited(limits.application, onEdited)}
      />
      <div className={styles.end}>
        <Counter text={text} max={limits.application} />
        <Button look="neutral" size="small" disabled={isPending} onClick={onEditEnd}>
          취소
        </Button>
        <Button size="small" pending={isPending} onClick={() => void save()}>
          저장하기
        </Button>
      </div>
    </div>
  );
}

/** Before an application is unfolded. */
const shownLines = 6;

interface RowProps extends ComponentProps<"li"> {
  readonly name: string;
  readonly nameId: string;
  readonly mark: ReactNode;
}

const Row = ({ name, nameId, className, mark, children }: RowProps) => (
  <li className={cx(styles.application, className)}>
    <Avatar name={name} size={36} />
    <span className={styles.name}>
      <span id={nameId}>{name}</span>
      {mark}
    </span>
    {children}
  </li>
);

const Tool = ({ isDanger, ...props }: ComponentProps<"button"> & { isDanger?: boolean }) => (
  <button type="button" className={cx(styles.tool, isDanger && styles.danger)} {...props} />
);
