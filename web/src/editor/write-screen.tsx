import { useMachine } from "@xstate/react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { cutTo } from "#contracts/limits";
import type { Category } from "#contracts/subject/api";
import type { ApiError } from "../lib/api-error.ts";
import { isPlain } from "../lib/link.tsx";
import { useLeaveGuard } from "../lib/use-leave-guard.ts";
import { useStuckHeight } from "../lib/use-stuck-height.ts";
import type { Question } from "../ui/asked.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { useDialogs } from "../ui/dialogs.tsx";
import { Page } from "../ui/page.tsx";
import { BarredNote } from "./barred-note.tsx";
import { Companions } from "./companions.tsx";
import { DraftNote, leaveText, takeAlong, useSettledDraft } from "./draft-note.tsx";
import { Editor } from "./editor.tsx";
import type { EditorHandle } from "./editor-handle.ts";
import { isAsSent, type Live, portOf } from "./live-port.ts";
import type { SharedState, SharedText } from "./shared-text.ts";
import { type Draft, type Sending, type Stored, submitMachine } from "./submit-machine.ts";
import { TagChoice } from "./tag-choice.tsx";
import { TitleField } from "./title-field.tsx";
import { useBeginAnew, type WritingPlace } from "./use-begin-anew.ts";
import { useDraft } from "./use-draft.ts";
import { useLoginLoss } from "./use-login-loss.ts";
import { useSharedFields } from "./use-shared-fields.ts";
import { WriteConflict } from "./write-conflict.tsx";
import { WriteHint } from "./write-hint.tsx";
import styles from "./write-screen.module.css";

/** What the form holds apart from the text itself. */
export interface Glance {
  readonly title: string;
  readonly category: Category | null;
  readonly isEmpty: boolean;
  readonly contact: string;
}

/** A text that the screen keeps for a field of its caller. */
export interface Held {
  readonly value: string;
  /** It is being sent: nothing can be written meanwhile. */
  readonly busy: boolean;
  readonly onText: (text: string) => void;
}

export interface WriteScreenProps {
  readonly heading: string;
  /** Under which the text is kept while it is written (contracts/documents/api.ts). */
  readonly draftKey?: string;
  /** Of the post that is edited, where the same key has had others before it. */
  readonly postId?: number | null;
  readonly titlePlaceholder: string;
  /** Written together with others: `initial` has been given to the shared text. Taken once. */
  readonly shared?: SharedText | undefined;
  readonly sharedState?: SharedState | undefined;
  /** What is written together is over: read the post again and begin anew. `place` is where the person was writing. */
  readonly onBegunAnew?: (place: WritingPlace | null) => void;
  /** Where to go on writing once the text is there. */
  readonly returnTo?: WritingPlace | null;
  /** What is edited, without a revision the last writer wins; null starts blank. Taken once. */
  readonly initial: (Omit<Stored, "revision"> & { readonly revision: number | null }) | null;
  readonly withTags?: boolean;
  /** Why the server would refuse the text by now: said at once, while the words stay. */
  readonly barred?: string | undefined;
  /** Leads from there to where it can be mended. */
  readonly barredWay?: ReactNode;
  /** What the text belongs to is gone, and with it the page that would offer its draft again. */
  readonly isDraftLost?: boolean;
  /** Stands above the heading. */
  readonly above?: ReactNode;
  /** Field below the text that says how to reach the writer. */
  readonly contact?: (held: Held) => ReactNode;
  /** Least height of the editor on desktop in px. */
  readonly minHeight?: number;
  /** Default `작성 완료`. */
  readonly submitLabel?: string;
  /** While the form is faulty: a press tells why, or the button is disabled. */
  readonly whenFaulty?: "tell" | "disable";
  readonly fault: (glance: Glance) => string | undefined;
  /** What to ask before a text is sent that may not be meant so. */
  readonly doubt?: ((html: string) => Question | undefined) | undefined;
  readonly send: (sending: Sending) => Promise<void>;
  readonly storedOf: (refusal: ApiError) => Stored;
  /** The leave guard is off already. */
  readonly onSaved: () => void;
  /** `release` switches the leave guard off, for those who lead away. */
  readonly onFailed: (error: unknown, release: () => void) => void;
}

/** No post ever has it, so the server answers with what is there (spec/wire-contract.md §1.10). */
const beforeAnyRevision = 0;

const loggedOut = "로그인이 끝나 글을 올릴 수 없어요.";

/** Writing an article, a problem or a recruitment: title, tags, text, leave guard, saving and its conflict (spec/ui.md §12, §13.3). */
export function WriteScreen(props: WriteScreenProps) {
  const { initial, postId = null, withTags = false, minHeight, submitLabel = "작성 완료" } = props;
  const { alert, confirm } = useDialogs();
  const { shared, sharedState } = props;
  const [title, setTitle] = useState(shared ? "" : (initial?.title ?? ""));
  const [category, setCategory] = useState<Category | null>(shared ? null : (initial?.category ?? null));
  const isOpen = !shared || sharedState === "together" || sharedState === "cut";
  const [hasOpened, setOpened] = useState(isOpen);
  if (isOpen && !hasOpened) setOpened(true);
  const sharedFields = useSharedFields(shared, { onTitle: setTitle, onCategory: setCategory });
  const { tellTitle, tellCategory, titleLimit } = sharedFields;
  const [contact, setContact] = useState(initial?.contact ?? "");
  const [isEmpty, setEmpty] = useState(true);
  const [isDirty, setDirty] = useState(false);
  const isLoggedOut = useLoginLoss();
  const bar = isLoggedOut ? loggedOut : props.barred;
  const { pathname, search } = useLocation();
  const end = useRef<HTMLDivElement>(null);
  useStuckHeight("--end-height", end);
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
      tellTitle(form.title, true);
      setCategory(form.category);
      tellCategory(form.category);
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
  const { barredWay, isDraftLost = false } = props;
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
        tellTitle(stored.title, true);
        setCategory(stored.category);
        tellCategory(stored.category);
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
  const isBlocked =
    props.whenFaulty === "disable" && props.fault({ title, category, contact, isEmpty }) !== undefined;
  const isEditing = state.matches("editing");
  const isPending = !isEditing && !state.matches("conflict");
  const { returnTo = null, onBegunAnew } = props;
  useBeginAnew({ sharedState, isEditing, isOpen, title: titleField, editor, returnTo, onBegunAnew });

  return (
    <Page className={styles.page}>
      {props.above}
      <h1 className={styles.heading}>{props.heading}</h1>
      <TitleField
        ref={titleField}
        value={title}
        placeholder={props.titlePlaceholder}
        disabled={!isOpen}
        busy={isPending}
        onText={(text, isFinished) => {
          const next = isFinished ? cutTo(text, titleLimit()) : text;
          setTitle(next);
          tellTitle(next, isFinished);
          edit();
        }}
        onEnter={() => editor.current?.focus()}
      />
      {shared && (
        <Companions shared={shared} isCut={sharedState === "cut"} isKept={draftText !== undefined} />
      )}
      <Editor
        ref={editor}
        shared={shared}
        // As high while the shared text is still to come as once it is there.
        editable={isOpen || !hasOpened}
        busy={isPending || !hasOpened}
        {...(!hasOpened && { placeholder: "정보를 가져오는 중…" })}
        initialHtml={initial?.html ?? ""}
        imageUrl={initial?.imageUrl ?? null}
        ariaLabel="본문"
        tagPicker={
          withTags ? (
            <TagChoice
              chosen={category}
              onChoose={(next) => {
                setCategory(next);
                tellCategory(next);
                edit();
              }}
            />
          ) : undefined
        }
        foot={<WriteHint />}
        {...(minHeight !== undefined && { minHeight })}
        onEmptyChange={setEmpty}
        onEdit={edit}
      />
      {props.contact?.({
        value: contact,
        busy: isPending,
        onText: (text) => {
          setContact(text);
          edit();
        },
      })}
      <div ref={end} className={styles.end}>
        <BarredNote
          reason={bar}
          isBlank={isBlank}
          isKept={draftText !== undefined}
          text={() => [title, editor.current?.text(), contact].filter(Boolean).join("\n\n")}
          way={
            isLoggedOut ? (
              <ButtonLink
                to="/login"
                state={{ from: pathname + search }}
                size="small"
                // The draft keeps the words, and the way back leads to them. In another tab this one stays as it is.
                onClick={(event) => isPlain(event) && release()}
              >
                로그인
              </ButtonLink>
            ) : (
              barredWay
            )
          }
        />
        {!isDraftLost && <DraftNote settled={settledDraft} />}
        <Button
          size="large"
          disabled={(isBlocked || !isOpen) && !isPending}
          pending={isPending}
          onClick={() => send({ type: "SUBMIT" })}
        >
          {submitLabel}
        </Button>
      </div>
      <WriteConflict
        draft={state.matches("conflict") ? state.context.draft : null}
        stored={state.context.stored}
        onUseStored={() => send({ type: "USE_STORED" })}
        onKeepMine={() => send({ type: "KEEP_MINE" })}
        onBack={() => send({ type: "BACK" })}
      />
    </Page>
  );
}
