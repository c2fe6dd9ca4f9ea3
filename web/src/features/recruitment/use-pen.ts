import { useState } from "react";
import type { Application } from "#contracts/application/api";
import { type FormDraft, openFormDraft } from "#web/lib/drafts/form-draft.ts";
import { asStored, useFormDraft } from "#web/lib/drafts/use-form-draft.ts";
import { currentToken, memberOf } from "#web/lib/session.ts";

/** What somebody writes on the page of a recruitment. */
export interface Pen {
  /** Of the application being written. */
  readonly text: string;
  /** It was left behind another time. */
  readonly isTextResumed: boolean;
  /** Of the own application being changed; null while it is only read. */
  readonly draft: string | null;
  readonly isDraftResumed: boolean;
  readonly onText: (text: string) => void;
  /** Begins to change the own application. */
  readonly onEdit: (application: Application) => void;
  readonly onDraft: (draft: string) => void;
  /** Saved or given up. */
  readonly onEditEnd: () => void;
}

interface Change {
  readonly text: string;
  readonly isResumed: boolean;
  readonly kept: FormDraft;
}

/** The words stay when the page is left, until they are sent or thrown away. */
export function usePen(recruitmentId: number): Pen {
  const fresh = useFormDraft(`application/new/${recruitmentId}`, { text: "" });
  const [text, setText] = useState(fresh.resumed?.text ?? "");
  const [change, setChange] = useState<Change | null>(null);

  return {
    text,
    isTextResumed: fresh.resumed !== undefined,
    draft: change?.text ?? null,
    isDraftResumed: change?.isResumed ?? false,
    onText(text) {
      setText(text);
      if (text.trim() === "") fresh.clear();
      else fresh.keep({ text });
    },
    onEdit({ teamApplyId, teamApplyBody }) {
      const kept = openFormDraft(memberOf(currentToken()), `application/${teamApplyId}`);
      const saved = teamApplyBody ?? "";
      const left = kept.found?.words.text ?? saved;
      const isResumed = asStored(left) !== saved;
      if (!isResumed) kept.keep(undefined);
      setChange({ text: isResumed ? left : saved, isResumed, kept });
    },
    onDraft(text) {
      change?.kept.keep({ text });
      setChange(change && { ...change, text });
    },
    onEditEnd() {
      change?.kept.keep(undefined);
      setChange(null);
    },
  };
}
