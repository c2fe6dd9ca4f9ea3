import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { draftLimits } from "#contracts/drafts/api";
import { picturePlaceholder } from "#contracts/html";
import { trashLimits } from "#contracts/limits";
import { ApiError } from "../../lib/calls/api-error.ts";
import { currentToken, memberOf } from "../../lib/session.ts";
import { unsent } from "../../lib/unsent/device-store.ts";
import { type DraftServer, draftServer } from "../../lib/unsent/draft-server.ts";
import { type DraftState, EditorDraft, type Reading } from "../../lib/unsent/editor-draft.ts";
import {
  type DraftForm,
  draftFormOf,
  type FoundDraft,
  hasBlankFields,
  isSameText,
} from "../../lib/unsent/found-draft.ts";
import type { PostRecord } from "../../lib/unsent/record.ts";
import { useDialogs } from "../../ui/dialogs.tsx";
import type { SharedText } from "../collaboration/shared-text.ts";
import type { EditorHandle } from "../editor-handle.ts";
import { foundText } from "./draft-texts.ts";

interface DraftOptions {
  /** contracts/drafts/api.ts; without a key nothing is stored. */
  readonly draftKey: string | undefined;
  readonly editor: RefObject<EditorHandle | null>;
  readonly form: DraftForm;
  /** False until the text is loaded. */
  readonly isReady: boolean;
  readonly shared: SharedText | undefined;
  /** The draft to open without asking, because the member has chosen it in a list. */
  readonly resumed: string | undefined;
  /** Puts a found draft into the form. */
  readonly onResume: (form: DraftForm, text: Pick<PostRecord, "id" | "fields" | "picture">) => void;
}

const days = trashLimits.retentionMs / 86_400_000;

const question = {
  title: "쓰던 글이 있어요",
  text: `새로 쓰면 이 글은 ‘지운 초안’에 ${days}일 동안 남아요.`,
  // Escape and a click outside mean no, which loses nothing.
  yes: "새로 쓰기",
  no: "이어쓰기",
  danger: true,
};

/** For a co-edited text or beside own text: a draft that is not opened is kept. */
const besideQuestion = (text: string) => ({
  title: "쓰던 글이 있어요",
  text,
  yes: "이어쓰기",
  no: "그대로 두기",
});
const sharedQuestion = besideQuestion("이어쓰면 지금 함께 쓰고 있는 글을 저장해 둔 초안으로 바꿔요.");
const lateQuestion = besideQuestion("다른 기기의 초안을 이어쓰면 지금 쓰던 글은 초안으로 남아요.");

const newPicture = `src="${picturePlaceholder}"`;
/** The picture was not compressed yet, or there were too many. */
const pictureElsewhere = {
  title: "이미지를 다시 넣어 주세요",
  text: "초안에 넣은 이미지가 다른 기기에만 남아 있어요.",
};

/** While its writer is connected, the room of a co-edited text stores it; otherwise a draft row does. */
function serverOf(owner: string, key: string, connection: SharedText["connection"] | undefined): DraftServer {
  const rows = draftServer(owner, key);
  if (!connection) return rows;
  const inRoom = () => connection.stoppedBy() === undefined;
  const acknowledged = async () => {
    const late = new Promise((_, reject) => {
      setTimeout(reject, connection.provider.synced ? draftLimits.patienceMs : 0, new ApiError({}));
    });
    await Promise.race([connection.kept(), late]);
    return undefined;
  };
  return {
    ...rows,
    put: (...draft) => (inRoom() ? acknowledged() : rows.put(...draft)),
    putPicture: async (...picture) => (inRoom() ? undefined : rows.putPicture(...picture)),
  };
}

/** A hidden page is not painted, so a timer covers that case. */
function afterPaint(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}

/** Stores the text as a draft, and offers a draft that is found when the screen opens. */
export function useDraft(options: DraftOptions) {
  const { draftKey, isReady } = options;
  const { title, category, further } = options.form;
  const { alert, confirm } = useDialogs();
  const [owner] = useState(() => memberOf(currentToken()));
  const [state, setState] = useState<DraftState>("none");
  const [isAnswered, setAnswered] = useState(
    draftKey === undefined || owner === null || options.shared !== undefined,
  );
  const open = useRef<EditorDraft>(null);
  const latest = useRef(options);
  latest.current = options;

  const textNow = useCallback(() => {
    const { editor, form } = latest.current;
    const content = editor.current?.peek();
    if (!content) return undefined;
    const { further, ...rest } = form;
    const { isEmpty, picture, html } = content;
    return { isEmpty, picture, fields: { ...further, ...rest, html } };
  }, []);

  const read = useCallback((): Reading => {
    const text = textNow();
    if (!text) return undefined;
    const { isEmpty, picture, fields } = text;
    const { shared, form } = latest.current;
    if (isEmpty && hasBlankFields(form)) return "empty";
    const room = shared?.connection.stoppedBy() === undefined ? shared?.id : undefined;
    return { fields, picture, room };
  }, [textNow]);

  const goOnFrom = useCallback((draft: EditorDraft, found: FoundDraft) => {
    void draft.takeOver(found);
    latest.current.onResume(draftFormOf(found.fields), found);
  }, []);

  /** `start` is the content of the form when it opened. */
  const offer = useEffectEvent(
    async (draft: EditorDraft, found: FoundDraft, start: ReturnType<typeof textNow>, until: AbortSignal) => {
      const { shared } = latest.current;
      // The room contains all of it, with later changes of others.
      if (shared && found.room === shared.id && found.isSynced) return draft.drop(found);
      if (isSameText(found.fields, start?.fields)) return draft.drop(found);
      // The editor of that draft may store this text for longer.
      if (isSameText(found.fields, textNow()?.fields)) return;
      const beside = shared ? sharedQuestion : draft.current ? lateQuestion : undefined;
      const isChosen = !beside && found.id === latest.current.resumed;
      const asked = beside ?? question;
      const text = `${foundText(found)}\n\n${asked.text}`;
      const isYes = !isChosen && (await confirm({ ...asked, text, until }));
      if (until.aborted || (beside && !isYes)) return;
      if (!beside && isYes) return draft.reject(found);
      goOnFrom(draft, found);
      if (found.fields.html.includes(newPicture) && !found.picture) void alert(pictureElsewhere);
    },
  );

  // Runs before the editor is unmounted: afterwards its text cannot be read.
  useLayoutEffect(() => () => open.current?.flush(), []);

  useEffect(() => {
    if (draftKey === undefined || owner === null || !isReady) return;
    const end = new AbortController();
    const { signal } = end;
    const start = textNow();
    const draft: EditorDraft = new EditorDraft({
      store: unsent,
      memberId: owner,
      key: draftKey,
      preferred: latest.current.resumed,
      server: serverOf(owner, draftKey, latest.current.shared?.connection),
      onState: setState,
      onLate: (found) => void offer(draft, found, start, signal),
      afterPaint,
    });
    open.current = draft;
    void draft
      .find()
      .then((found) => (found && !signal.aborted ? offer(draft, found, start, signal) : undefined))
      .finally(() => {
        if (!signal.aborted) setAnswered(true);
      });
    addEventListener("pagehide", draft.leave, { signal });
    addEventListener("online", draft.sync, { signal });
    const onVisibility = () => document.visibilityState === "hidden" && draft.leave();
    document.addEventListener("visibilitychange", onVisibility, { signal });
    return () => {
      end.abort();
      open.current = null;
      draft.close();
    };
  }, [draftKey, owner, isReady, textNow]);

  const follow = useEffectEvent(() => {
    if (open.current?.current) open.current.keep(read);
  });
  // Others give a text its title, tag and further fields, too. A draft without them would differ from what is saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed title or tag is what has to be stored
  useEffect(() => follow(), [title, category, further]);

  return {
    state,
    /**
     * Whether device and server have responded, and the member has decided about a found draft. Until then no input is
     * accepted: it would reach the dialog, whose button a typed space activates. A co-edited text is editable before
     * that, because its room stores it.
     */
    isAnswered,
    /** Stores a change; changes of others are stored only together with the member's own. */
    keep: useCallback(
      (isOwn: boolean) => {
        if (isOwn || open.current?.current) open.current?.keep(read);
      },
      [read],
    ),
    /** The record of the form's text, which the outbox sends. */
    submitted: useCallback(() => open.current?.submitted(read), [read]),
    /** Opens a discarded draft; the content of the form is kept as another draft. */
    takeBack: (discarded: PostRecord) => {
      if (open.current) goOnFrom(open.current, { ...discarded, alike: [discarded] });
    },
    /** Called after the text was sent. */
    clear: useCallback(() => open.current?.clear(), []),
  };
}
