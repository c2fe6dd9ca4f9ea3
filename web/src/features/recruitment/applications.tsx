import { useId, useRef } from "react";
import { type Application, deleteApplication, editApplication } from "#contracts/application/api";
import { limits } from "#contracts/limits";
import type { RecruitmentDetail } from "#contracts/recruitment/api";
import { isBlank } from "#contracts/texts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { lazyModule, useLazyModule } from "#web/lib/lazy-module.ts";
import arrival from "#web/ui/arrival.module.css";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Check } from "#web/ui/check.tsx";
import { Counter } from "#web/ui/counter.tsx";
import { cx } from "#web/ui/cx.ts";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { FoldedText } from "#web/ui/folded-text.tsx";
import { HiddenText } from "#web/ui/hidden-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { counted, inputClass } from "#web/ui/input.tsx";
import { Row } from "#web/ui/layout.tsx";
import type { Question } from "#web/ui/message-dialog.tsx";
import { ResumedNote } from "#web/ui/resumed-note.tsx";
import { type ApplicationDrafts, blankApplication } from "./application-drafts.ts";
import { useCommandOptions } from "./commands.ts";
import type { Permissions } from "./permissions.ts";
import styles from "./recruitment.module.css";
import { type Choice, type ShownList, useChoice } from "./shown-list.ts";
import { Tool } from "./tool.tsx";

const listTools = lazyModule(() => import("./list-tools.tsx"));
/** For the author alone. */
export const authorParts = lazyModule(() => import("./author-tools.tsx"));

interface ApplicationsProps {
  readonly recruitment: RecruitmentDetail;
  readonly permissions: Permissions;
  readonly arrived: ReadonlySet<string>;
  readonly drafts: ApplicationDrafts;
  readonly list: ShownList;
}

/** `신청자 n`: the own application first, with the texts that the server returned (spec/ui.md §13.2). */
export function Applications(props: ApplicationsProps) {
  const { recruitment, arrived, drafts, list } = props;
  const { teamRecruitId: recruitmentId, teamId, teamMemberUuids, applicationList } = recruitment;
  const { teamApplyResponses: applications } = recruitment;
  const { isAuthor, isInviting, may, applyBox } = props.permissions;
  const total = applicationList?.total ?? applications.length;
  const isChoosing = isAuthor && total > 1;
  const choice = useChoice(teamMemberUuids);
  const tools = useLazyModule(listTools, isChoosing || total > applications.length);
  const head = useRef<HTMLHeadingElement>(null);
  const onPage = (page: number) => {
    list.onPage(page);
    head.current?.focus();
  };
  return (
    <section className={styles.people} aria-label="신청자">
      <h3 ref={head} tabIndex={-1} className={styles.applicationsHead}>
        신청자 <span className={styles.number}>{total}</span>
        <HiddenText>명</HiddenText>
      </h3>
      {tools && <tools.FindApplicant recruitment={recruitment} list={list} />}
      {tools && isChoosing && <tools.ChoiceBar recruitment={recruitment} choice={choice} list={list} />}
      {total === 0 ? (
        <p className={styles.first}>
          <Icon name="sparkle" />
          {isInviting ? "첫 번째 신청자가 되어보세요" : "아직 신청자가 없어요"}
        </p>
      ) : (
        <ul aria-busy={list.isWaiting} className={cx(list.isWaiting && styles.applicationsWaiting)}>
          {applications.map((application, index) => {
            const uuid = application.memberUuid ?? teamMemberUuids[index];
            return (
              <ApplicationItem
                key={application.teamApplyId}
                recruitmentId={recruitmentId}
                application={application}
                isAuthor={isAuthor}
                isInBox={applyBox === "applied"}
                accepted={may("INVITE") && teamId !== null ? { teamId, uuid } : undefined}
                choice={isChoosing && uuid !== undefined ? { ...choice, uuid } : undefined}
                hasArrived={!application.isMyApply && arrived.has(String(application.teamApplyId))}
                drafts={drafts}
              />
            );
          })}
        </ul>
      )}
      {tools && applicationList && <tools.ListPages {...applicationList} onPage={onPage} />}
    </section>
  );
}

interface Shown {
  readonly recruitmentId: number;
  readonly application: Application;
  readonly drafts: ApplicationDrafts;
}

interface ApplicationItemProps extends Shown {
  readonly isAuthor: boolean;
  readonly hasArrived: boolean;
  /** Whether the box `신청하기` has the buttons of the own application. */
  readonly isInBox: boolean;
  /** The applicant and the team into which the caller may accept them. */
  readonly accepted: { readonly teamId: number; readonly uuid: string | undefined } | undefined;
  /** For authors who choose among several applicants. */
  readonly choice: (Choice & { readonly uuid: string }) | undefined;
}

/** Authors may accept or remove an application; its applicant reads, edits and withdraws it. */
function ApplicationItem(props: ApplicationItemProps) {
  const { recruitmentId, application, drafts, isAuthor, isInBox, accepted, choice, hasArrived } = props;
  const { teamApplyId: applyId, memberName: name, teamApplyBody: text, isMyApply } = application;
  const nameId = useId();
  const { run } = useDeleteApplication(recruitmentId, "remove");
  const parts = useLazyModule(authorParts, isAuthor);
  const look = cx(
    styles.application,
    isMyApply && styles.mine,
    text === null && styles.onlyName,
    choice && styles.choosing,
    hasArrived && arrival.arrived,
  );
  return (
    <li className={look}>
      <span className={styles.applicationsName}>
        {choice ? (
          <Check
            checked={choice.chosen.has(choice.uuid)}
            onCheck={(isChosen) => choice.set([choice.uuid], isChosen)}
          >
            <Who name={name} nameId={nameId} />
          </Check>
        ) : (
          <Who name={name} nameId={nameId} />
        )}
        {isMyApply && <span className={styles.applicationsMark}>내 신청</span>}
        {hasArrived && <Badge look="fresh">방금</Badge>}
      </span>
      {isMyApply && drafts.edited !== null ? (
        <EditedApplication {...props} text={drafts.edited} />
      ) : (
        <>
          {isMyApply && !isInBox && (
            <OwnTools recruitmentId={recruitmentId} application={application} drafts={drafts} />
          )}
          {isAuthor && !isMyApply && (
            <Row as="span" gap={4}>
              {parts && accepted?.uuid !== undefined && (
                <parts.Accept
                  recruitmentId={recruitmentId}
                  teamId={accepted.teamId}
                  uuid={accepted.uuid}
                  name={name}
                  nameId={nameId}
                />
              )}
              <Tool isDanger aria-describedby={nameId} onClick={() => void run({ params: { applyId } })}>
                내보내기
              </Tool>
            </Row>
          )}
          {text !== null && (
            <FoldedText className={styles.applicationsText} lines={3} of={nameId} text={text} />
          )}
        </>
      )}
    </li>
  );
}

const Who = ({ name, nameId }: { name: string; nameId: string }) => (
  <Row as="span" gap={12}>
    <Avatar name={name} size={36} />
    <span id={nameId}>{name}</span>
  </Row>
);

/** Edits and withdraws the own application. */
export function OwnTools({ recruitmentId, application, drafts }: Shown) {
  const { run } = useDeleteApplication(recruitmentId, "withdraw");
  return (
    <Row as="span" gap={4}>
      <Tool onClick={() => drafts.onEdit(application)}>수정</Tool>
      <Tool isDanger onClick={() => void run({ params: { applyId: application.teamApplyId } })}>
        삭제
      </Tool>
    </Row>
  );
}

function EditedApplication({ recruitmentId, application, drafts, text }: Shown & { text: string }) {
  const { onEdit, onEdited, onEditEnd, isEditResumed } = drafts;
  const { alert } = useDialogs();
  const { run, isPending } = useEditApplication(recruitmentId, onEditEnd);
  const area = useRef<HTMLTextAreaElement>(null);
  const params = { applyId: application.teamApplyId };
  const save = () =>
    isBlank(text)
      ? alert({ title: blankApplication, focus: () => area.current })
      : run({ params, body: { teamApplyBody: text } });
  const discard = () => {
    onEditEnd();
    onEdit(application);
  };
  return (
    <div className={styles.editing}>
      {isEditResumed && <ResumedNote onDiscard={discard} />}
      <textarea
        ref={area}
        className={inputClass}
        aria-label="신청 내용 수정"
        // biome-ignore lint/a11y/noAutofocus: the member has just clicked 수정
        autoFocus
        readOnly={isPending}
        {...counted(text, limits.application, onEdited)}
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

/** Saves the edited text of an own application (spec/wire-contract.md §6.9). */
const useEditApplication = (recruitmentId: number, onSuccess: () => void) =>
  useCommand(editApplication, {
    ...useCommandOptions(recruitmentId),
    confirm: { title: "수정된 내용을 저장하시겠어요?", yes: "저장하기" },
    onSuccess,
    success: "신청글이 수정되었어요",
    failure: "신청글 수정 중 오류가 발생했어요.",
  });

const deletions = {
  withdraw: {
    confirm: { title: "신청글을 삭제하시겠어요?", yes: "삭제하기", danger: true },
    success: "팀 지원글이 삭제되었어요",
    failure: "팀 지원글 삭제 중 오류가 발생했어요",
  },
  remove: {
    confirm: { title: "해당 사용자를 내보내시겠어요?", yes: "내보내기", danger: true },
    success: "내보내기가 완료되었어요",
    failure: "사용자 내보내기 중 오류가 발생했어요",
  },
} satisfies Record<string, { confirm: Question; success: string; failure: string }>;

/** Withdraws an own application, or removes another member's (spec/wire-contract.md §6.10). */
const useDeleteApplication = (recruitmentId: number, how: keyof typeof deletions) =>
  useCommand(deleteApplication, { ...useCommandOptions(recruitmentId), ...deletions[how] });
