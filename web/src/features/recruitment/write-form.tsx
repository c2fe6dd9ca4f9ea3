import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { DataOf } from "#contracts/endpoint";
import { limits } from "#contracts/limits";
import type { postRecruitment } from "#contracts/recruitment/api";
import { isBlank } from "#contracts/texts";
import { isRefusal, serverMessage } from "#web/lib/calls/api-error.ts";
import { isMobile } from "#web/lib/mobile.ts";
import { isLonger } from "#web/ui/counter.tsx";
import { useDialogs } from "#web/ui/dialogs.tsx";
import type { FormFields, WriteScreenProps } from "../../editor/writing/write-props.ts";
import { WriteScreen } from "../../editor/writing/write-screen.tsx";
import { bodyTemplate, sections } from "./body-template.ts";
import { recruitmentFields } from "./contact-field.tsx";
import { ExamplePanel } from "./example-panel.tsx";
import { type RecruitmentTarget, recruitmentCommand, storedOf, useRefreshWritten } from "./write-commands.ts";

type Initial = NonNullable<WriteScreenProps["initial"]>;

interface WriteFormProps extends RecruitmentTarget {
  /** Null for a new recruitment. */
  readonly initial: Initial | null;
  /** The reason why the recruitment can no longer be sent. */
  readonly blockedReason: string | undefined;
  /** Whether the recruitment is deleted, after which no page offers its draft again. */
  readonly isDraftLost?: boolean;
}

/** spec/ui.md §3 */
const minHeight = 867;

/** The form of a recruitment with example, title, text and contact. */
export function WriteForm({
  recruitId,
  teamId,
  initial,
  blockedReason,
  isDraftLost = false,
}: WriteFormProps) {
  const { alert } = useDialogs();
  const navigate = useNavigate();
  const refresh = useRefreshWritten();
  const [start] = useState(() => initial ?? newRecruitment());
  const isEdit = recruitId !== null;

  const onSaved = async (data: unknown) => {
    const id = recruitId ?? (data as DataOf<typeof postRecruitment>).teamRecruitId;
    void refresh(id, teamId);
    await alert(isEdit ? "모집글을 수정했어요" : "모집글을 생성했어요");
    // The saved form is replaced in the history.
    await navigate(`/team-recruit/detail/${id}`, { replace: true });
  };
  const onFailed = async (error: unknown, release: () => void) => {
    await alert(serverMessage(error) ?? "포스팅 작성에 실패했습니다.");
    // The form stays open with a message, because no page offers its draft again and its text can still be copied.
    if (recruitId !== null && isRefusal(error, "recruitment-not-found")) void refresh(recruitId, teamId);
    if (!isRefusal(error, "not-a-manager")) return;
    // Sending it again would fail too, but the draft keeps the text.
    release();
    await navigate("/team-list");
  };
  return (
    <WriteScreen
      heading="팀 모집글 작성"
      draftKey={`recruitment-${recruitId ?? (teamId === null ? "new" : `new-${teamId}`)}`}
      titlePlaceholder="제목을 입력하세요"
      initial={start}
      above={<ExamplePanel />}
      further={recruitmentFields}
      minHeight={minHeight}
      submitLabel={isEdit ? "수정 완료" : "작성 완료"}
      whenInvalid="disable"
      blockedReason={blockedReason}
      isDraftLost={isDraftLost}
      validate={validate}
      template={sections}
      command={(post, revision) => recruitmentCommand({ recruitId, teamId }, post, revision)}
      storedOf={storedOf}
      onSaved={onSaved}
      onFailed={onFailed}
    />
  );
}

const newRecruitment = (): Initial => ({
  title: "",
  category: null,
  html: bodyTemplate(isMobile()),
  imageUrl: null,
  revision: null,
  further: {},
});

/** The validation error below the button, which disables the button (spec/daily-use.md §7.9). */
function validate({ title, isEmpty, further: { contact = "" } }: FormFields): string | undefined {
  const missing = [isBlank(title) && "제목", isEmpty && "내용", isBlank(contact) && "연락 방법"].filter(
    Boolean,
  );
  if (missing.length > 0) return `${missing.join(", ")}을 적으면 완료할 수 있어요`;
  const { recruitContact } = limits;
  return isLonger(contact, recruitContact) ? `연락 방법은 ${recruitContact}자까지 쓸 수 있어요` : undefined;
}
