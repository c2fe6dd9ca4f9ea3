import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { seoulDate } from "#contracts/dates";
import { lengthOf, limits } from "#contracts/limits";
import type { Subject } from "#contracts/subject/api";
import type { FormFields } from "../../editor/writing/write-props.ts";
import { WriteScreen } from "../../editor/writing/write-screen.tsx";
import { isRefusal, serverMessage } from "../../lib/calls/api-error.ts";
import { useTabTitle } from "../../lib/use-page-name.ts";
import { useDialogs } from "../../ui/dialogs.tsx";
import { monthDay } from "../../ui/month-calendar-days.ts";
import { toast } from "../../ui/toast.tsx";
import { useLaterSending } from "../team/outbox/use-later-sending.ts";
import { ProblemsField, problemsShown } from "../team/problems-field.tsx";
import { useRefresh } from "../team/use-refresh.ts";
import { storedOf, subjectCommand } from "./commands.ts";
import { useSharedProblem } from "./use-shared-problem.ts";

/** `12월 11일 문제 쓰기` */
export const headingOf = (day: string, isEdited: boolean): string =>
  `${monthDay(day, seoulDate(new Date()))} ${isEdited ? "문제 수정하기" : "문제 쓰기"}`;

interface SubjectFormProps {
  readonly teamId: number;
  readonly selectedDate: string;
  /** The day's problem when the page opened, null also without an answer. A later change is met when saving. */
  readonly subject: Subject | null;
  /** Without an answer it is written alone. Taken once. */
  readonly isAlone: boolean;
  /** Why it cannot be sent any more. */
  readonly blockedReason: string | undefined;
  /** The team is deleted. */
  readonly isDraftLost: boolean;
  /** Another member has saved the problem: it is to be read again. */
  readonly onReopen: () => void;
}

export function SubjectForm(props: SubjectFormProps) {
  const { teamId, selectedDate, subject, blockedReason, isDraftLost, onReopen } = props;
  const { alert } = useDialogs();
  const navigate = useNavigate();
  const refresh = useRefresh(teamId);
  const later = useLaterSending(teamId, selectedDate);
  const [opened] = useState(subject);
  const { shared, state } = useSharedProblem({ teamId, selectedDate, opened, isAlone: props.isAlone });
  const articleId = opened?.articleId ?? null;
  const admin = `/team-admin/${teamId}`;
  const heading = headingOf(selectedDate, opened !== null);
  useTabTitle(heading);

  const onSaved = async () => {
    refresh
      .written()
      .catch((error) => alert(serverMessage(error) ?? "팀 정보의 최신 상태 업데이트를 실패했습니다"));
    toast.success(opened ? "문제 수정이 완료되었습니다." : "문제 작성이 완료되었습니다.");
    // The page opens on the day that has been written for; the way back leads past a form that has served.
    await navigate(admin, { replace: true, state: { day: selectedDate } });
  };
  const onFailed = async (error: unknown, release: () => void) => {
    await alert(serverMessage(error) ?? (opened ? "문제 수정에 실패했습니다." : "문제 작성에 실패했습니다."));
    // A shared text is opened again by itself.
    if (isRefusal(error, "subject-exists") && !shared) onReopen();
    if (!isRefusal(error, "not-a-manager")) return;
    release();
    await navigate(opened ? admin : `/team-dashboard/${teamId}`);
  };
  return (
    <WriteScreen
      // Without the others it is a form of its own.
      key={shared ? "shared" : "alone"}
      shared={shared}
      sharedState={state}
      onReopen={onReopen}
      heading={heading}
      draftKey={`subject-${teamId}-${selectedDate}`}
      postId={articleId}
      titlePlaceholder="문제를 입력하세요"
      initial={opened && storedOf(opened)}
      withTags
      problemsShown={problemsShown}
      problems={(field) => <ProblemsField {...field} ofDay />}
      blockedReason={blockedReason}
      isDraftLost={isDraftLost}
      fault={fault}
      command={(post, revision) => subjectCommand({ teamId, selectedDate, articleId }, post, revision)}
      storedOf={storedOf}
      {...later}
      onSaved={onSaved}
      onFailed={onFailed}
    />
  );
}

function fault({ title, category, isEmpty }: FormFields): string | undefined {
  const text = title.trim();
  if (text === "" || category === null || isEmpty) return "모든 필드를 채워주세요";
  // Two titles written apart meet as one, which only those who wrote them may cut.
  return lengthOf(text.normalize("NFC")) > limits.postTitle ? "글자 수를 초과했습니다." : undefined;
}
