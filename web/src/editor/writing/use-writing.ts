import { useMachine } from "@xstate/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Category } from "#contracts/subject/api";
import { useLeaveGuard } from "../../lib/use-leave-guard.ts";
import { useDialogs } from "../../ui/dialogs.tsx";
import { useSavedMeanwhile } from "../collaboration/use-saved-meanwhile.ts";
import { useSharedFields } from "../collaboration/use-shared-fields.ts";
import type { EditorHandle } from "../editor-handle.ts";
import { leaveText, takeAlong, useSettledDraft } from "./draft-note.tsx";
import { isAsSent, type Live, portOf } from "./live-port.ts";
import { type Draft, submitMachine } from "./submit-machine.ts";
import { useDraft } from "./use-draft.ts";
import { useLoginLoss } from "./use-login-loss.ts";
import type { WriteScreenProps } from "./write-props.ts";

/** No post ever has it, so the server answers with what is there (spec/wire-contract.md §1.10). */
const beforeAnyRevision = 0;

const loggedOut = "로그인이 끝나 글을 올릴 수 없어요.";

/** What stands behind the writing screen: its fields, the draft that keeps them, the leave guard, saving and its conflict. */
export function useWriting(props: WriteScreenProps) {
  const { initial, postId = null } = props;
  const { alert, confirm } = useDialogs();
  const { shared, sharedState } = props;
  const [title, setTitle] = useState(shared ? "" : (initial?.title ?? ""));
  const [category, setCategory] = useState<Category | null>(shared ? null : (initial?.category ?? null));
  const isOpen = !shared || sharedState === "together" || sharedState === "cut";
  const [hasOpened, setOpened] = useState(isOpen);
  if (isOpen && !hasOpened) setOpened(true);
  const sharedFields = useSharedFields(shared, { onTitle: setTitle, onCategory: setCategory });
  const { shareTitle, shareCategory, titleLimit } = sharedFields;
  const [contact, setContact] = useState(initial?.contact ?? "");
  const [isEmpty, setEmpty] = useState(true);
  const [isDirty, setDirty] = useState(false);
  const isLoggedOut = useLoginLoss();
  const bar = isLoggedOut ? loggedOut : props.barred;
  const editor = useRef<EditorHandle>(null);
  const titleField = useRef<HTMLInputElement>(null);
  // The editor tells of changes; what it opened with has to be asked for.
  useEffect(() => setEmpty(editor.current?.isEmpty() ?? true), []);
  const [revision, setRevision] = useState(initial?.revision ?? null);
  const draft = useDraft({
    draftKey: props.draftKey,
    editor,
    form: { title, category, contact, revision, postId },
    isReady: hasOpened,
    shared,
    onResume(form, text) {
      setTitle(form.title);
      shareTitle(form.title, true);
      setCategory(form.category);
      shareCategory(form.category);
      setContact(form.contact);
      setDirty(true);
      editor.current?.setDraft(text.html, text.picture);
      if (revision === null) return;
      // Saving must meet what has changed since the draft was begun, which may have been before there was a post.
      const begun = (form.postId === postId ? form.revision : null) ?? beforeAnyRevision;
      setRevision(begun);
      send({ type: "RESUME", revision: begun });
    },
  });
  const { isDraftLost = false } = props;
  const isBlank = isEmpty && title.trim() === "" && contact.trim() === "";
  const settledDraft = useSettledDraft(draft.state);
  const draftText = isDraftLost ? undefined : leaveText(settledDraft);
  const release = useLeaveGuard(isDirty, isDraftLost && !isBlank ? takeAlong : draftText);
  const sent = useRef<Draft>(null);
  const wroteOn = useRef(false);
  const edit = useCallback(
    (isOwn = true) => {
      if (isOwn) {
        setDirty(true);
        wroteOn.current = true;
      }
      draft.keep(isOwn);
    },
    [draft.keep],
  );

  const live = useRef<Live>(null);
  useEffect(() => {
    live.current = {
      bar,
      fault: () => {
        if (isLoggedOut) return loggedOut;
        return props.fault({ title, category, contact, isEmpty: editor.current?.isEmpty() ?? true });
      },
      tell: (fault) => void alert(fault),
      gather: async () => {
        const content = await editor.current?.getContent();
        const html = content?.html ?? "";
        const doubt = props.doubt?.(html);
        if (doubt) {
          if (!(await confirm(doubt))) throw new Error("the person goes on writing");
          // What held at the press may have ended while the question stood.
          const reason = live.current?.bar ?? live.current?.fault();
          if (reason !== undefined) {
            void alert(reason);
            throw new Error(reason);
          }
        }
        const written = { title: title.trim(), category, html, picture: content?.picture };
        return props.contact ? { ...written, contact: contact.trim() } : written;
      },
      send: (sending) => {
        sent.current = sending.draft;
        wroteOn.current = false;
        return props.send(sending);
      },
      storedOf: props.storedOf,
      takeStored: (stored) => {
        setTitle(stored.title);
        shareTitle(stored.title, true);
        setCategory(stored.category);
        shareCategory(stored.category);
        setContact(stored.contact ?? "");
        setRevision(stored.revision);
        editor.current?.setContent(stored.html, stored.imageUrl);
      },
      onSaved: () => {
        release();
        const now = {
          title: title.trim(),
          category,
          contact: contact.trim(),
          html: editor.current?.peek().html,
        };
        // Words that came after all while it was sent stay in the draft. Those of others are in the text they share.
        if ((shared && !wroteOn.current) || (sent.current && isAsSent(sent.current, now))) draft.clear();
        props.onSaved();
      },
      onFailed: (error) => props.onFailed(error, release),
    };
  });
  const [port] = useState(() => portOf(live));
  const [state, send] = useMachine(submitMachine, { input: { port, revision: initial?.revision ?? null } });
  const isFaulty =
    props.whenFaulty === "disable" && props.fault({ title, category, contact, isEmpty }) !== undefined;
  const isEditing = state.matches("editing");
  const isPending = !isEditing && !state.matches("conflict");
  const isWaiting = !draft.isAnswered;
  useSavedMeanwhile({ sharedState, isEditing, hasOpened, onReopen: props.onReopen });

  return {
    editor,
    titleField,
    title,
    titleLimit,
    onTitle(text: string, isFinished: boolean) {
      setTitle(text);
      shareTitle(text, isFinished);
      edit();
    },
    category,
    onCategory(next: Category) {
      setCategory(next);
      shareCategory(next);
      edit();
    },
    contact,
    onContact(text: string) {
      setContact(text);
      edit();
    },
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
    /** A press would only be told why not. */
    isBlocked: isFaulty || !isOpen || isWaiting,
    bar,
    isLoggedOut,
    settledDraft,
    isKept: draftText !== undefined,
    release,
    submit: () => !isWaiting && send({ type: "SUBMIT" }),
    conflict: {
      draft: state.matches("conflict") ? state.context.draft : null,
      stored: state.context.stored,
      onUseStored: () => send({ type: "USE_STORED" }),
      onKeepMine: () => send({ type: "KEEP_MINE" }),
      onBack: () => send({ type: "BACK" }),
    },
  };
}
