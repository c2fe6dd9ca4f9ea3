import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { picturePlaceholder } from "#contracts/html";
import { type Category, isCategory } from "#contracts/subject/api";
import {
  createDraftKeeper,
  type DraftKeeper,
  type DraftState,
  type FoundDraft,
} from "../../lib/drafts/draft-keeper.ts";
import { currentToken, memberOf } from "../../lib/session.ts";
import { useDialogs } from "../../ui/dialogs.tsx";
import type { EditorHandle } from "../editor-handle.ts";

/** The form beside the text, as a draft keeps it. */
export interface DraftForm {
  readonly title: string;
  readonly category: Category | null;
  readonly contact: string;
  readonly revision: number | null;
  readonly postId: number | null;
}

/** The state of a text written together, kept with the draft so that edits made offline find their place again. */
export interface SharedDraft {
  readonly generation: () => number;
  readonly encode: () => Uint8Array;
  /** Takes over what a draft of the same generation has and the document lacks. */
  readonly merge: (state: Uint8Array) => void;
}

interface DraftOptions {
  /** contracts/documents/api.ts; without one nothing is kept. */
  readonly draftKey: string | undefined;
  readonly editor: RefObject<EditorHandle | null>;
  readonly form: DraftForm;
  /** False while the text is still to come. */
  readonly isReady: boolean;
  readonly shared: SharedDraft | undefined;
  /** Puts a found draft into the form. */
  readonly onResume: (form: DraftForm, text: Pick<FoundDraft, "html" | "picture">) => void;
}

export interface DraftInHand {
  readonly state: DraftState;
  /**
   * Device and server have answered, and the question about a found draft is settled. Until then no input is accepted:
   * what is typed before would meet the dialog, whose button a typed space presses. A text written together is open
   * without that: its room holds the words.
   */
  readonly isAnswered: boolean;
  /** Something was written; what others write is kept only together with something of one's own. */
  keep(isOwn: boolean): void;
  /** It was sent. */
  clear(): void;
}

const question = {
  title: "쓰던 글이 있어요",
  text: "저장해 둔 초안을 이어서 쓸 수 있어요. 새로 쓰면 초안은 지워져요.",
  // Escape and a click outside mean no: nothing is lost by them.
  yes: "새로 쓰기",
  no: "이어쓰기",
  danger: true,
};

/** Others are in the text: it is replaced only on purpose, and a draft that is not taken stays. */
const sharedQuestion = {
  title: "쓰던 글이 있어요",
  text: "이어쓰면 지금 함께 쓰고 있는 글을 저장해 둔 초안으로 바꿔요.",
  yes: "이어쓰기",
  no: "그대로 두기",
};

type Words = Pick<FoundDraft, "html" | "title" | "category" | "contact">;

const saysTheSame = (one: Words, other: Words | undefined) =>
  one.html === other?.html &&
  one.title === other.title &&
  one.category === other.category &&
  one.contact === other.contact;

const newPicture = `src="${picturePlaceholder}"`;
/** It was not compressed yet, or there were too many. */
const pictureElsewhere = {
  title: "이미지를 다시 넣어 주세요",
  text: "초안에 넣은 이미지가 다른 기기에만 남아 있어요.",
};

/** One stay of somebody in front of a text. */
interface Opening {
  /** What stood there before anything was typed. */
  readonly with: Words | undefined;
  /** Aborted when it is over, and with it what was asked. */
  readonly until: AbortSignal;
}

/** Keeps what is written as a draft, and offers a draft that is found when the screen opens. */
export function useDraft(options: DraftOptions): DraftInHand {
  const { draftKey, isReady } = options;
  const { title, category } = options.form;
  const { alert, confirm } = useDialogs();
  const [owner] = useState(() => memberOf(currentToken()));
  const [state, setState] = useState<DraftState>("none");
  const [isAnswered, setAnswered] = useState(
    draftKey === undefined || owner === null || options.shared !== undefined,
  );
  const keeper = useRef<DraftKeeper>(null);
  const latest = useRef(options);
  latest.current = options;

  const read = useCallback(() => {
    const { editor, form, shared } = latest.current;
    const content = editor.current?.peek();
    if (!content) return undefined;
    const { html, picture, isEmpty } = content;
    if (isEmpty && form.title.trim() === "" && form.contact.trim() === "") return "empty";
    return {
      ...form,
      html,
      picture,
      shared: shared && { generation: shared.generation(), state: shared.encode() },
    };
  }, []);

  const words = useEffectEvent((): Words | undefined => {
    const { editor, form } = latest.current;
    const content = editor.current?.peek();
    return content && { ...form, html: content.html };
  });

  const offer = useEffectEvent(async (mine: DraftKeeper, found: FoundDraft, opening: Opening) => {
    const { shared } = latest.current;
    if (shared && (found.shared?.generation ?? found.generation) === shared.generation()) {
      // From another device only the name of the text is known: what it sent, the text holds already.
      if (found.shared) shared.merge(found.shared.state);
      return mine.dropFound();
    }
    // Nor is it asked about when it is what the person has found here and typed into since.
    if (saysTheSame(found, opening.with) || saysTheSame(found, words())) return mine.dropFound();
    const { until } = opening;
    const startsAfresh = shared
      ? !(await confirm({ ...sharedQuestion, until }))
      : await confirm({ ...question, until });
    if (until.aborted) return;
    if (shared && startsAfresh) return;
    if (!startsAfresh) {
      // What was typed before the question came stands aside; it is offered another time.
      const typed = mine.holds() ? read() : undefined;
      if (typed !== undefined && typed !== "empty") mine.setAside(typed);
      const category = found.category !== null && isCategory(found.category) ? found.category : null;
      const { title, contact, revision, postId = null } = found;
      mine.keep(() => ({ ...found, shared: undefined }));
      // Before the found one goes: other tabs that have it open see that no word is lost.
      if (!found.picture) mine.flush();
      latest.current.onResume({ title, category, contact, revision, postId }, found);
      if (found.html.includes(newPicture) && !found.picture) void alert(pictureElsewhere);
    }
    mine.dropFound();
  });

  // Before the editor is taken down: afterwards its text cannot be read any more.
  useLayoutEffect(() => () => keeper.current?.flush(), []);

  useEffect(() => {
    if (draftKey === undefined || owner === null || !isReady) return;
    const mine = createDraftKeeper(owner, draftKey, setState);
    keeper.current = mine;
    const stay = new AbortController();
    const opening: Opening = { with: words(), until: stay.signal };
    void mine
      .found()
      .then((found) => (found && !stay.signal.aborted ? offer(mine, found, opening) : undefined))
      .finally(() => {
        if (!stay.signal.aborted) setAnswered(true);
      });
    return () => {
      stay.abort();
      keeper.current = null;
      mine.close();
    };
  }, [draftKey, owner, isReady]);

  const follow = useEffectEvent(() => {
    if (keeper.current?.holds()) keeper.current.keep(read);
  });
  // Others name a text and tag it, too. A draft without that would say something else than what is saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed title or tag is what has to be kept
  useEffect(() => follow(), [title, category]);

  return {
    state,
    isAnswered,
    keep: useCallback(
      (isOwn) => {
        if (isOwn || keeper.current?.holds()) keeper.current?.keep(read);
      },
      [read],
    ),
    clear: useCallback(() => keeper.current?.clear(), []),
  };
}
