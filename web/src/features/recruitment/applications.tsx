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
import type { Permissions } from "./permissions.ts";

interface ApplicationsProps {
  readonly recruitmentId: number;
  readonly applications: readonly Application[];
  readonly permissions: Permissions;
  readonly arrived: ReadonlySet<string>;
  readonly drafts: ApplicationDrafts;
}

/** `신청자 n`: the own application first, the texts only where the server gave them (spec/ui.md §13.2). */
export function Applications(props: ApplicationsProps) {
  const { recruitmentId, applications, arrived, drafts } = props;
  const { isAuthor, isInviting } = props.permissions;
  return (
    <section className={styles.people} aria-label="신청자">
      <h3 className={styles.head}>
        신청자 <span className={styles.number}>{applications.length}</span>
      </h3>
      {applications.length === 0 ? (
        <p className={styles.first}>
          <Icon name="sparkle" />
          {isInviting ? "첫 번째 신청자가 되어보세요" : "아직 신청자가 없어요"}
        </p>
      ) : (
        <ul>
          {applications.map((application) => {
            const key = application.teamApplyId;
            const shown = { recruitmentId, application };
            return application.isMyApply ? (
              <OwnApplication key={key} {...shown} drafts={drafts} />
            ) : (
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
  const { run } = useDeleteApplication(recruitmentId, "remove");
  const { teamApplyId: applyId, teamApplyBody: text } = application;
  return (
    <Row
      application={application}
      className={cx(text === null && styles.onlyName, hasArrived && arrival.arrived)}
      mark={hasArrived && <Badge look="fresh">방금</Badge>}
      tools={(nameId) =>
        isAuthor && (
          <Tool isDanger aria-describedby={nameId} onClick={() => void run({ params: { applyId } })}>
            내보내기
          </Tool>
        )
      }
    />
  );
}

/** The caller's own application, to read, edit and withdraw. */
function OwnApplication({ recruitmentId, application, drafts }: Shown & { drafts: ApplicationDrafts }) {
  const { run: withdraw } = useDeleteApplication(recruitmentId, "withdraw");
  const { teamApplyId: applyId } = application;
  return (
    <Row
      application={application}
      className={styles.mine}
      mark={<span className={styles.mark}>내 신청</span>}
      tools={() => (
        <span className={styles.tools}>
          <Tool onClick={() => drafts.onEdit(application)}>수정</Tool>
          <Tool isDanger onClick={() => void withdraw({ params: { applyId } })}>
            삭제
          </Tool>
        </span>
      )}
    >
      {drafts.edited !== null && (
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
        // biome-ignore lint/a11y/noAutofocus: the member has just pressed 수정
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

interface RowProps {
  readonly application: Application;
  readonly className: string | undefined;
  readonly mark: ReactNode;
  readonly tools: (nameId: string) => ReactNode;
  /** In place of tools and text. */
  readonly children?: ReactNode;
}

function Row({ application, className, mark, tools, children }: RowProps) {
  const nameId = useId();
  const { memberName: name, teamApplyBody: text } = application;
  return (
    <li className={cx(styles.application, className)}>
      <Avatar name={name} size={36} />
      <span className={styles.name}>
        <span id={nameId}>{name}</span>
        {mark}
      </span>
      {children || (
        <>
          {tools(nameId)}
          {text !== null && <FoldedText className={styles.text} lines={6} of={nameId} text={text} />}
        </>
      )}
    </li>
  );
}

const Tool = ({ isDanger, ...props }: ComponentProps<"button"> & { isDanger?: boolean }) => (
  <button type="button" className={cx(styles.tool, isDanger && styles.danger)} {...props} />
);
