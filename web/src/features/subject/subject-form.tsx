import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { lengthOf, limits } from "#contracts/limits";
import type { Subject } from "#contracts/subject/api";
import { isBlank, singleLine } from "#contracts/texts";
import type { FormFields } from "../../editor/writing/write-props.ts";
import { WriteScreen } from "../../editor/writing/write-screen.tsx";
import { isRefusal, serverMessage } from "../../lib/calls/api-error.ts";
import { serverDay } from "../../lib/server-clock.ts";
import { useTabTitle } from "../../lib/use-page-name.ts";
import { useDialogs } from "../../ui/dialogs.tsx";
import { monthDay } from "../../ui/month-calendar-days.ts";
import { toast } from "../../ui/toast.tsx";
import { useLaterSending } from "../team/outbox/use-later-sending.ts";
import { TeamLink } from "../team/team-link.tsx";
import { useRefresh } from "../team/use-refresh.ts";
import { storedOf, subjectCommand, subjectFields } from "./commands.ts";
import { useSharedProblem } from "./use-shared-problem.ts";

/** `12월 11일 문제 쓰기` */
export const headingOf = (day: string, isEdited: boolean): string =>
  `${monthDay(day, serverDay())} ${isEdited ? "문제 수정하기" : "문제 쓰기"}`;

interface SubjectFormProps {
  readonly teamId: number;
  readonly selectedDate: string;
  /** The day's problem when the page was opened, also null without a response. A later change causes a conflict. */
  readonly subject: Subject | null;
  /** Whether the problem is edited without co-editing, because there was no response. Only the initial value is used. */
  readonly isAlone: boolean;
  /** The reason why the problem can no longer be sent. */
  readonly blockedReason: string | undefined;
  /** Whether the team is deleted, after which no page offers the draft again. */
  readonly isDraftLost: boolean;
  /** Called when another member has saved the problem, which has to be fetched again. */
  readonly onReopen: () => void;
  /** Fetches the problem again. */
  readonly latest: () => Promise<Subject | null | undefined>;
}

export function SubjectForm(props: SubjectFormProps) {
  const { teamId, selectedDate, subject, blockedReason, isDraftLost, onReopen } = props;
  const { alert } = useDialogs();
  const navigate = useNavigate();
  const refresh = useRefresh(teamId);
  const later = useLaterSending(teamId, selectedDate);
  const [opened] = useState(subject);
  const { shared, state } = useSharedProblem({ teamId, selectedDate, opened, isAlone: props.isAlone });
  const subjectId = opened?.articleId ?? null;
  const admin = `/team-admin/${teamId}`;
  const heading = headingOf(selectedDate, opened !== null);
  useTabTitle(heading);

  const onSaved = async () => {
    refresh
      .written()
      .catch((error) => alert(serverMessage(error) ?? "팀 정보의 최신 상태 업데이트를 실패했습니다"));
    toast.success(opened ? "문제 수정이 완료되었습니다." : "문제 작성이 완료되었습니다.");
    // Opens the admin page on the problem's day and replaces the form in the history.
    await navigate(admin, { replace: true, state: { day: selectedDate } });
  };
  const onFailed = async (error: unknown, release: () => void) => {
    await alert(serverMessage(error) ?? (opened ? "문제 수정에 실패했습니다." : "문제 작성에 실패했습니다."));
    // A shared text is reopened automatically.
    if (isRefusal(error, "subject-exists") && !shared) onReopen();
    if (!isRefusal(error, "not-a-manager")) return;
    release();
    await navigate(opened ? admin : `/team-dashboard/${teamId}`);
  };
  return (
    <WriteScreen
      // Switching to editing alone remounts the form.
      key={shared ? "shared" : "alone"}
      shared={shared}
      sharedState={state}
      onReopen={onReopen}
      latest={async () => {
        const saved = await props.latest();
        return saved ? storedOf(saved) : null;
      }}
      heading={heading}
      headingNote={<TeamLink teamId={teamId} />}
      draftKey={`subject-${teamId}-${selectedDate}`}
      postId={subjectId}
      titlePlaceholder="문제를 입력하세요"
      initial={opened && storedOf(opened)}
      withTags
      further={subjectFields}
      blockedReason={blockedReason}
      isDraftLost={isDraftLost}
      validate={validate}
      command={(post, revision) => subjectCommand({ teamId, selectedDate, subjectId }, post, revision)}
      storedOf={storedOf}
      {...later}
      onSaved={onSaved}
      onFailed={onFailed}
    />
  );
}

function validate({ title, category, isEmpty }: FormFields): string | undefined {
  if (isBlank(title) || category === null || isEmpty) return "모든 필드를 채워주세요";
  // Merging concurrent edits can exceed the limit; only the authors may shorten the title.
  return lengthOf(singleLine(title)) > limits.postTitle ? "글자 수를 초과했습니다." : undefined;
}
