import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { singleLine } from "#contracts/texts";
import { resumedOf } from "../../lib/unsent/resumed.ts";
import { useLeaveGuard } from "../../lib/use-leave-guard.ts";
import { announce } from "../../ui/announcer.tsx";
import type { EditorHandle } from "../editor-handle.ts";
import { copyFirst, leaveText, useLastDraftState } from "./draft-note.tsx";
import { useDraft } from "./use-draft.ts";
import { useFields } from "./use-fields.ts";
import { useSaving } from "./use-saving.ts";
import { useValidity } from "./use-validity.ts";
import type { WriteScreenProps } from "./write-props.ts";

/** A revision that no post has, so the server responds with the current state (spec/wire-contract.md §1.10). */
const beforeAnyRevision = 0;

/** The state of the writing screen: its fields, their draft, the leave guard, saving and its conflict. */
export function useWriting(props: WriteScreenProps) {
  const { initial, postId = null, shared, sharedState, isDraftLost = false } = props;
  const { isOpen, hasOpened } = useOpening(shared, sharedState);
  const fields = useFields(props);
  const { title, category, further } = fields;
  const [isDirty, setDirty] = useState(false);
  const editor = useRef<EditorHandle>(null);
  const titleField = useRef<HTMLInputElement>(null);
  const [isEmpty, setEmpty] = useEmpty(editor);
  const [revision, setRevision] = useState(initial?.revision ?? null);
  const { resumed, isSubmitted = false } = resumedOf(useLocation().state);
  /** Set for a text of the outbox that caused a conflict: submitting it again shows both texts. */
  const [isToSubmit, setToSubmit] = useState(false);
  const draft = useDraft({
    resumed,
    draftKey: props.draftKey,
    editor,
    form: { title, category, further, revision, postId },
    isReady: hasOpened,
    shared,
    onResume(form, text) {
      fields.take(form);
      setDirty(true);
      // A reload finds what was written since, which nothing has submitted.
      setToSubmit(isSubmitted && !shared && text.id === resumed);
      editor.current?.setDraft(text.fields.html, text.picture);
      // A save must detect changes made since the draft was begun, possibly before the post existed.
      if (revision !== null)
        setRevision((form.postId === postId ? form.revision : null) ?? beforeAnyRevision);
    },
  });
  const isWaiting = !draft.isAnswered;
  const isBlank = isEmpty && singleLine(fields.prose.join("")) === "";
  const draftState = useLastDraftState(draft.state);
  const draftText = isDraftLost ? undefined : leaveText(draftState);
  const release = useLeaveGuard(isDirty, isDraftLost && !isBlank ? copyFirst : draftText);
  const { hasWritten, edit, edited } = useEdits(setDirty, draft.keep);
  const validity = useValidity(props, { fields, editor, isEmpty });
  const { invalidReason } = validity;
  const { isPending, submit, conflict } = useSaving(props, {
    fields,
    editor,
    draft,
    validity,
    revision,
    onRevision: setRevision,
    hasWritten,
    hasOpened,
    release,
  });
  const submitResumed = useEffectEvent(() => {
    setToSubmit(false);
    submit();
  });
  useEffect(() => {
    if (isToSubmit && !isWaiting) submitResumed();
  }, [isToSubmit, isWaiting]);
  const isOpenAtLast = isOpen && !isWaiting;
  useEffect(() => {
    // Writing begins with the title, unless the member has already gone elsewhere.
    if (isOpenAtLast && document.activeElement === document.body) titleField.current?.focus();
  }, [isOpenAtLast]);

  return {
    editor,
    titleField,
    title,
    titleLimit: fields.titleLimit,
    onTitle: edited(fields.onTitle),
    category,
    onCategory: edited(fields.onCategory),
    further: fields.shown,
    onFurther: edited(fields.onFurther),
    edit,
    onEmpty: setEmpty,
    isBlank,
    /** Whether the text is editable; a co-edited text must be loaded first. */
    isOpen,
    /** Whether it was editable once, so that its text can be read. */
    hasOpened,
    isPending,
    /** Whether drafts are still being looked up; nothing can be written before. */
    isWaiting,
    /** A submit would only show the reason. */
    isBlocked: invalidReason !== undefined || !isOpen || isWaiting,
    invalidReason,
    blocked: validity.blocked,
    isLoggedOut: validity.isLoggedOut,
    draftState,
    takeBack: draft.takeBack,
    isDraftStored: draftText !== undefined,
    release,
    submit: () => !isWaiting && submit(),
    /** Says the reason why the form cannot be sent, with the focus in the field that is missing. */
    explain() {
      if (invalidReason === undefined || isWaiting || !isOpen) return;
      announce(invalidReason);
      validity.firstWrong()?.focus();
    },
    /** The whole text of the form. */
    copied() {
      const [title, ...below] = fields.prose;
      return [title, editor.current?.text(), ...below].filter(Boolean).join("\n\n");
    },
    conflict,
  };
}

function useOpening(shared: WriteScreenProps["shared"], state: WriteScreenProps["sharedState"]) {
  const isOpen = !shared || state === "together" || state === "cut";
  const [hasOpened, setOpened] = useState(isOpen);
  if (isOpen && !hasOpened) setOpened(true);
  return { isOpen, hasOpened };
}

function useEmpty(editor: RefObject<EditorHandle | null>) {
  const empty = useState(true);
  const [, setEmpty] = empty;
  // The editor reports only changes, so its first content is read here.
  useEffect(() => setEmpty(editor.current?.isEmpty() ?? true), [editor]);
  return empty;
}

/** Stores a draft of each change; the member's own changes mark the form as dirty. */
function useEdits(setDirty: (isDirty: boolean) => void, keep: (isOwn: boolean) => void) {
  /** Whether the member has written something since the text was sent. */
  const hasWritten = useRef(false);
  const edit = useCallback(
    (isOwn = true) => {
      if (isOwn) {
        setDirty(true);
        hasWritten.current = true;
      }
      keep(isOwn);
    },
    [setDirty, keep],
  );
  const edited =
    <Values extends unknown[]>(put: (...values: Values) => void) =>
    (...values: Values) => {
      put(...values);
      edit();
    };
  return { hasWritten, edit, edited };
}
