import { useEffect, useEffectEvent, useState } from "react";
import type { Application } from "#contracts/application/api";
import type { RecruitmentDetail } from "#contracts/recruitment/api";
import { isBlank, multiLine } from "#contracts/texts";
import { currentToken, memberOf, useSession } from "#web/lib/session.ts";
import { type FormDraft, openFormDraft } from "#web/lib/unsent/form-draft.ts";
import { useFormDraft } from "#web/lib/unsent/use-form-draft.ts";

export const blankApplication = "신청 내용을 입력해주세요.";

interface Edit {
  readonly text: string;
  readonly isResumed: boolean;
  readonly draft: FormDraft;
}

/** Drafts of a new application and of the own one being edited, stored until they are sent or discarded. */
export function useApplicationDrafts(recruitmentId: number, recruitment: RecruitmentDetail | undefined) {
  const { isLoggedIn } = useSession();
  const newDraft = useFormDraft(`application/new/${recruitmentId}`, { text: "" });
  const [text, setText] = useState(newDraft.resumed?.text ?? "");
  const [edit, setEdit] = useState<Edit | null>(null);

  const onText = (text: string) => {
    setText(text);
    if (isBlank(text)) newDraft.clear();
    else newDraft.keep({ text });
  };
  const onEditEnd = () => {
    edit?.draft.keep(undefined);
    setEdit(null);
  };
  const mine = recruitment?.teamApplyResponses.find(({ isMyApply }) => isMyApply);
  // If the own application is removed while it is edited, its text moves into the box for a new one.
  const isOrphaned = edit !== null && recruitment !== undefined && mine === undefined && isLoggedIn;
  // A command without a response was executed.
  const isSent = mine !== undefined && text !== "" && mine.teamApplyBody === multiLine(text);
  const settle = useEffectEvent(() => {
    if (isSent) onText("");
    if (!isOrphaned) return;
    if (isBlank(text)) onText(edit.text);
    onEditEnd();
  });
  useEffect(() => {
    if (isSent || isOrphaned) settle();
  }, [isSent, isOrphaned]);

  return {
    text,
    isTextResumed: newDraft.resumed !== undefined,
    /** Null while the own application is not edited. */
    edited: edit?.text ?? null,
    isEditResumed: edit?.isResumed ?? false,
    onText,
    onEdit({ teamApplyId, teamApplyBody }: Application) {
      const draft = openFormDraft(memberOf(currentToken()), `application/${teamApplyId}`);
      const saved = teamApplyBody ?? "";
      const written = draft.found?.fields.text ?? saved;
      const isResumed = multiLine(written) !== saved;
      if (!isResumed) draft.keep(undefined);
      setEdit({ text: isResumed ? written : saved, isResumed, draft });
    },
    onEdited(text: string) {
      edit?.draft.keep({ text });
      setEdit(edit && { ...edit, text });
    },
    /** Called after saving or cancelling. */
    onEditEnd,
  };
}

export type ApplicationDrafts = ReturnType<typeof useApplicationDrafts>;
