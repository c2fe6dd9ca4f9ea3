import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Category } from "#contracts/subject/api";
import { singleLine } from "#contracts/texts";
import { currentToken } from "../../lib/session.ts";
import type { DraftForm } from "../../lib/unsent/found-draft.ts";
import { resumedOf } from "../../lib/unsent/resumed.ts";
import { submitted } from "../../lib/unsent/submitted.ts";
import { useLeaveGuard } from "../../lib/use-leave-guard.ts";
import { announce } from "../../ui/announcer.tsx";
import { useDialogs } from "../../ui/dialogs.tsx";
import { useSavedMeanwhile } from "../collaboration/use-saved-meanwhile.ts";
import { useSharedFields } from "../collaboration/use-shared-fields.ts";
import type { EditorHandle } from "../editor-handle.ts";
import { PictureFailed, pictureFailed } from "../pictures/compress-picture.ts";
import { copyFirst, leaveText, useLastDraftState } from "./draft-note.tsx";
import { useDraft } from "./use-draft.ts";
import { useLoginLoss } from "./use-login-loss.ts";
import { useSubmit } from "./use-submit.ts";
import type { WriteScreenProps } from "./write-props.ts";

/** A revision that no post has, so the server responds with the current state (spec/wire-contract.md §1.10). */
const beforeAnyRevision = 0;

const loggedOut = "로그인이 끝나 글을 올릴 수 없어요.";

/** The state of the writing screen: its fields, their draft, the leave guard, saving and its conflict. */
export function useWriting(props: WriteScreenProps) {
  const { initial, postId = null, shared, sharedState, isDraftLost = false } = props;
  const { alert } = useDialogs();
  const { isOpen, hasOpened } = useOpening(shared, sharedState);
  const { title, category, contact, problems, ...fields } = useFields(initial, shared);
  /** Undefined leaves the references of a post unchanged. */
  const sentProblems = props.problems && (problems || props.problemsAtFirst || undefined);
  const [isDirty, setDirty] = useState(false);
  const isLoggedOut = useLoginLoss();
  const blocked = isLoggedOut ? loggedOut : props.blockedReason;
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
    form: { title, category, contact, problems, revision, postId },
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
  const isBlank = isEmpty && singleLine(title + contact) === "";
  const draftState = useLastDraftState(draft.state);
  const draftText = isDraftLost ? undefined : leaveText(draftState);
  const release = useLeaveGuard(isDirty, isDraftLost && !isBlank ? copyFirst : draftText);
  const { hasWritten, edit, edited } = useEdits(setDirty, draft.keep);

  const validate = () => {
    if (isLoggedOut) return loggedOut;
    return props.validate({ title, category, contact, isEmpty: editor.current?.isEmpty() ?? true });
  };
  const isMounted = useMounted();
  const { isEditing, isPending, submit, conflict } = useSubmit({
    revision,
    onRevision: setRevision,
    validate,
    onInvalid: (title) => void alert({ title, focus: () => firstWrong(editor) }),
    async gather() {
      const content = await editor.current?.getContent();
      return {
        title: singleLine(title),
        category,
        html: content?.html ?? "",
        picture: content?.picture,
        ...(props.contact && { contact: singleLine(contact) }),
        ...(sentProblems !== undefined && { problems: sentProblems }),
      };
    },
    command(post, revision) {
      hasWritten.current = false;
      return props.command(post, revision);
    },
    send: (command) => submitted(command, props.about, draft.submitted(), isMounted),
    onQueued() {
      release();
      props.onQueued?.();
    },
    storedOf: props.storedOf,
    takeStored(stored) {
      fields.take({ ...stored, contact: stored.contact ?? "", problems: stored.problems ?? "" });
      editor.current?.setContent(stored.html, stored.imageUrl);
    },
    onSaved(post, data) {
      release();
      const isAsSent =
        post.title === singleLine(title) &&
        post.category === category &&
        (post.contact ?? "") === singleLine(contact) &&
        post.problems === sentProblems &&
        post.html === editor.current?.peek().html;
      // Text written while it was being sent stays in the draft. Changes of others are in the shared text.
      if (isAsSent || (shared && !hasWritten.current)) draft.clear();
      props.onSaved(data);
    },
    onFailed(error) {
      if (error instanceof PictureFailed) return void alert(pictureFailed);
      // The note beside the text explains a lost login.
      if (currentToken() !== null) props.onFailed(error, release);
    },
  });
  const invalidReason =
    props.whenInvalid === "disable" ? props.validate({ title, category, contact, isEmpty }) : undefined;
  const isWaiting = !draft.isAnswered;
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
  const isAsSaved = async () => {
    const saved = await props.latest?.();
    return (
      saved?.title === singleLine(title) &&
      saved.category === category &&
      (saved.problems ?? "") === (sentProblems ?? "") &&
      saved.html === editor.current?.peek().html
    );
  };
  useSavedMeanwhile({ sharedState, isEditing, hasOpened, isAsSaved, onReopen: props.onReopen });

  return {
    editor,
    titleField,
    title,
    titleLimit: fields.titleLimit,
    onTitle: edited(fields.onTitle),
    category,
    onCategory: edited(fields.onCategory),
    contact,
    onContact: edited(fields.onContact),
    problems: sentProblems ?? "",
    onProblems: edited(fields.onProblems),
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
    /** Why the submit button is disabled, if the form explains it. */
    invalidReason,
    blocked,
    isLoggedOut,
    draftState,
    takeBack: draft.takeBack,
    isDraftStored: draftText !== undefined,
    release,
    submit: () => !isWaiting && submit(),
    /** Says the reason why the form cannot be sent, with the focus in the field that is missing. */
    explain() {
      if (invalidReason === undefined || isWaiting || !isOpen) return;
      announce(invalidReason);
      firstWrong(editor)?.focus();
    },
    conflict,
  };
}

/** The first field that is wrong or still empty, in the order of the screen. */
const firstWrong = (editor: RefObject<EditorHandle | null>): HTMLElement | null =>
  [
    ...document.querySelectorAll<HTMLElement>("[data-lacks], [aria-invalid=true], [contenteditable=true]"),
  ].find((field) => !field.matches("[contenteditable]") || editor.current?.isEmpty()) ?? null;

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

/** The fields of the form beside the text, local and, during co-editing, shared. */
function useFields(initial: WriteScreenProps["initial"], shared: WriteScreenProps["shared"]) {
  const [title, setTitle] = useState(shared ? "" : (initial?.title ?? ""));
  const [category, setCategory] = useState<Category | null>(shared ? null : (initial?.category ?? null));
  const [problems, setProblems] = useState(shared ? "" : (initial?.problems ?? ""));
  const [contact, setContact] = useState(initial?.contact ?? "");
  const { shareTitle, shareCategory, shareProblems, titleLimit } = useSharedFields(shared, {
    onTitle: setTitle,
    onCategory: setCategory,
    onProblems: setProblems,
  });
  const onTitle = (text: string, isFinished: boolean) => {
    setTitle(text);
    shareTitle(text, isFinished);
  };
  const onCategory = (next: Category | null) => {
    setCategory(next);
    shareCategory(next);
  };
  const onProblems = (part: string) => {
    setProblems(part);
    shareProblems(part);
  };
  const take = (form: Pick<DraftForm, "title" | "category" | "contact" | "problems">) => {
    onTitle(form.title, true);
    onCategory(form.category);
    setContact(form.contact);
    onProblems(form.problems);
  };
  const values = { title, category, contact, problems };
  return { ...values, titleLimit, onTitle, onCategory, onContact: setContact, onProblems, take };
}

/** Returns a function that tells whether the form is still mounted. */
function useMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => isMounted.current, []);
}
