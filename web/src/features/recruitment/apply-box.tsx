import { useRef } from "react";
import { useLocation } from "react-router-dom";
import { type Application, applyToRecruitment } from "#contracts/application/api";
import { limits } from "#contracts/limits";
import { isBlank } from "#contracts/texts";
import { useCommand } from "#web/lib/calls/use-command.ts";
import { continueAfterLogin, useContinuation } from "#web/lib/continuation.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Counter } from "#web/ui/counter.tsx";
import { useDialogs } from "#web/ui/dialogs.tsx";
import { Hint } from "#web/ui/hint.tsx";
import { counted, inputClass } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ResumedNote } from "#web/ui/resumed-note.tsx";
import { type ApplicationDrafts, blankApplication } from "./application-drafts.ts";
import { OwnTools } from "./applications.tsx";
import { useCommandOptions } from "./commands.ts";
import type { ApplyBoxState } from "./permissions.ts";
import styles from "./recruitment.module.css";

const encouragement =
  "나를 소개하고 어떤 목표로 함께하고 싶은지 자세히 적어 주세요. 자세할수록 방장이 팀과 잘 맞는지 알기 쉬워요.";

const hints: Partial<Record<ApplyBoxProps["state"], string>> = {
  applied: "쓰던 글은 그대로 두었어요.",
  member: "이미 이 팀의 멤버예요. 쓰던 글은 그대로 두었어요.",
  stopped: "지금은 모집이 멈춰 있어 신청할 수 없어요. 쓰던 글은 그대로 두었어요.",
};

interface ApplyBoxProps {
  readonly recruitmentId: number;
  /** `stopped`: recruiting was stopped while the member was writing a text. */
  readonly state: Exclude<ApplyBoxState, "hidden"> | "stopped";
  /** The own pending application. */
  readonly mine: Application | undefined;
  readonly drafts: ApplicationDrafts;
}

/** `신청하기` (spec/ui.md §13.2), or the state of the own application. */
export function ApplyBox(props: ApplyBoxProps) {
  const { recruitmentId, mine, drafts } = props;
  const application = props.state === "applied" ? mine : undefined;
  return (
    <section className={styles.asideBox} aria-label="신청하기">
      {application && (
        <>
          <h3>신청했어요 · 답을 기다리고 있어요</h3>
          {drafts.edited === null && (
            <OwnTools recruitmentId={recruitmentId} application={application} drafts={drafts} />
          )}
        </>
      )}
      {(!application || !isBlank(drafts.text)) && <ApplyForm {...props} />}
    </section>
  );
}

function ApplyForm({ recruitmentId, state, drafts: { text, isTextResumed, onText } }: ApplyBoxProps) {
  const { pathname, search } = useLocation();
  const isOpen = state === "open";
  const area = useRef<HTMLTextAreaElement>(null);
  useContinuation("apply", isOpen, () => area.current?.focus());
  const { alert } = useDialogs();
  const { run, isPending } = useApply(recruitmentId, () => onText(""));
  const apply = () =>
    isBlank(text)
      ? alert({ title: blankApplication, focus: () => area.current })
      : run({ body: { recruitmentId, teamApplyBody: text } });
  return (
    <>
      <h3>신청하기</h3>
      <Notice>가입 신청 전에 꼭 연락 방법을 확인해 주세요</Notice>
      {state === "visitor" ? (
        <div className={styles.gate}>
          이 팀과 함께 하고 싶다면?
          <ButtonLink
            size="small"
            to="/login"
            state={{ from: pathname + search }}
            onClick={() => continueAfterLogin("apply", pathname)}
          >
            로그인
          </ButtonLink>
        </div>
      ) : (
        <>
          {isTextResumed && <ResumedNote onDiscard={() => onText("")} />}
          <textarea
            ref={area}
            className={`${inputClass} ${styles.asideArea}`}
            aria-label="신청 내용"
            placeholder={isOpen ? encouragement : undefined}
            disabled={!isOpen}
            readOnly={isPending}
            {...counted(text, limits.application, onText)}
          />
          <span className={styles.asideCount}>
            <Counter text={text} max={limits.application} />
          </span>
        </>
      )}
      {hints[state] && <Hint>{hints[state]}</Hint>}
      <Button wide disabled={!isOpen} pending={isPending} onClick={() => void apply()}>
        가입 신청
      </Button>
    </>
  );
}

/** Applies with a text (spec/wire-contract.md §6.8). */
const useApply = (recruitmentId: number, onSuccess: () => void) =>
  useCommand(applyToRecruitment, {
    ...useCommandOptions(recruitmentId),
    onSuccess,
    success: "가입 신청을 완료했어요",
    failure: "가입 신청 중 오류가 발생했어요",
  });
