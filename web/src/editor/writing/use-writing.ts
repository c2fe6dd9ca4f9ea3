import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Category } from "#contracts/subject/api";
import { resumedOf } from "../../lib/outbox/resumed.ts";
import { submitted } from "../../lib/outbox/submitted.ts";
import { useLeaveGuard } from "../../lib/use-leave-guard.ts";
import { useDialogs } from "../../ui/dialogs.tsx";
import { useSavedMeanwhile } from "../collaboration/use-saved-meanwhile.ts";
import { useSharedFields } from "../collaboration/use-shared-fields.ts";
import type { EditorHandle } from "../editor-handle.ts";
import { copyFirst, leaveText, useLastDraftState } from "./draft-note.tsx";
import { type DraftForm, useDraft } from "./use-draft.ts";
import { useLoginLoss } from "./use-login-loss.ts";
import { useSubmit } from "./use-submit.ts";
import type { WriteScreenProps } from "./write-props.ts";

/** No post ever has it, so the server answers with what is there (spec/wire-contract.md §1.10). */
const beforeAnyRevision = 0;

const loggedOut = "로그인이 끝나 글을 올릴 수 없어요.";

/** What stands behind the writing screen: its fields, the draft that keeps them, the leave guard, saving and its conflict. */
export function useWriting(props: WriteScreenProps) {
  const { initial, postId = null, shared, sharedState, isDraftLost = false } = props;
  const { alert, confirm } = useDialogs();
  const { isOpen, hasOpened } = useOpening(shared, sharedState);
  const { title, category, contact, problems, ...fields } = useFields(initial, shared);
  /** Undefined leaves those of a post as they are. */
  const sentProblems = props.problems && (problems || props.problemsAtFirst || undefined);
  const [isDirty, setDirty] = useState(false);
  const isLoggedOut = useLoginLoss();
  const bar = isLoggedOut ? loggedOut : props.barred;
  const editor = useRef<EditorHandle>(null);
  const titleField = useRef<HTMLInputElement>(null);
  const [isEmpty, setEmpty] = useEmpty(editor);
  const [revision, setRevision] = useState(initial?.revision ?? null);
  const { resumed, isSubmitted = false } = resumedOf(useLocation().state);
  /** A text of the outbox that met a change made elsewhere: sending it again shows both. */
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
      setToSubmit(isSubmitted && !shared);
      editor.current?.setDraft(text.html, text.picture);
      // Saving must meet what has changed since the draft was begun, which may have been before there was a post.
      if (revision !== null)
        setRevision((form.postId === postId ? form.revision : null) ?? beforeAnyRevision);
    },
  });
  const isBlank = isEmpty && title.trim() === "" && contact.trim() === "";
  const draftState = useLastDraftState(draft.state);
  const draftText = isDraftLost ? undefined : leaveText(draftState);
  const release = useLeaveGuard(isDirty, isDraftLost && !isBlank ? copyFirst : draftText);
  const { hasWritten, edit, edited } = useEdits(setDirty, draft.keep);

  const faultNow = () => {
    if (isLoggedOut) return loggedOut;
    return props.fault({ title, category, contact, isEmpty: editor.current?.isEmpty() ?? true });
  };
  const barNow = useRef(faultNow);
  barNow.current = () => bar ?? faultNow();
  const isMounted = useMounted();
  const { isEditing, isPending, submit, conflict } = useSubmit({
    revision,
    onRevision: setRevision,
    fault: faultNow,
    onFault: (fault) => void alert(fault),
    async gather() {
      const content = await editor.current?.getContent();
      const html = content?.html ?? "";
      const doubt = props.doubt?.(html);
      if (doubt) {
        if (!(await confirm(doubt))) throw new Error("not to be sent");
        // What held at the press may have ended while the question was open.
        const reason = barNow.current();
        if (reason !== undefined) {
          void alert(reason);
          throw new Error(reason);
        }
      }
      return {
        ...{ title: title.trim(), category, html, picture: content?.picture },
        ...(props.contact && { contact: contact.trim() }),
        ...(sentProblems !== undefined && { problems: sentProblems }),
      };
    },
    command(post, revision) {
      hasWritten.current = false;
      return props.command(post, revision);
    },
    send: (command) => submitted(command, props.about, draft.current(), isMounted),
    onKept() {
      release();
      props.onKept?.();
    },
    storedOf: props.storedOf,
    takeStored(stored) {
      fields.take({ ...stored, contact: stored.contact ?? "", problems: stored.problems ?? "" });
      editor.current?.setContent(stored.html, stored.imageUrl);
    },
    onSaved(post, data) {
      release();
      const isAsSent =
        post.title === title.trim() &&
        post.category === category &&
        (post.contact ?? "") === contact.trim() &&
        post.problems === sentProblems &&
        post.html === editor.current?.peek().html;
      // What was written after all while it was sent stays in the draft. What others write is in the shared text.
      if (isAsSent || (shared && !hasWritten.current)) draft.clear();
      props.onSaved(data);
    },
    onFailed: (error) => props.onFailed(error, release),
  });
  const lack =
    props.whenFaulty === "disable" ? props.fault({ title, category, contact, isEmpty }) : undefined;
  const isWaiting = !draft.isAnswered;
  const submitResumed = useEffectEvent(() => {
    setToSubmit(false);
    submit();
  });
  useEffect(() => {
    if (isToSubmit && !isWaiting) submitResumed();
  }, [isToSubmit, isWaiting]);
  useSavedMeanwhile({ sharedState, isEditing, hasOpened, onReopen: props.onReopen });

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
    /** The text can be written in; what is written together has to come first. */
    isOpen,
    /** It was open once: the text is there to be read. */
    hasOpened,
    isPending,
    /** Drafts are still looked for: nothing can be written before. */
    isWaiting,
    /** A press would only show why not. */
    isBlocked: lack !== undefined || !isOpen || isWaiting,
    /** Why the button is disabled, where the form says so. */
    lack,
    bar,
    isLoggedOut,
    draftState,
    takeBack: draft.takeBack,
    isKept: draftText !== undefined,
    release,
    submit: () => !isWaiting && submit(),
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
  // The editor reports changes only; its first content has to be read.
  useEffect(() => setEmpty(editor.current?.isEmpty() ?? true), [editor]);
  return empty;
}

/** Keeps a draft of each change; a member's own ones make the form dirty. */
function useEdits(setDirty: (isDirty: boolean) => void, keep: (isOwn: boolean) => void) {
  /** The member has written something since the text was sent. */
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

/** What the form holds apart from the text itself, here and, while it is co-edited, in the shared text. */
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

/** Asks whether the form is still there. */
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
