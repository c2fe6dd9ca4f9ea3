import { type RefObject, useCallback, useEffect, useRef } from "react";
import { singleLine } from "#contracts/texts";
import { currentToken } from "../../lib/session.ts";
import { submitted } from "../../lib/unsent/submitted.ts";
import { useDialogs } from "../../ui/dialogs.tsx";
import { useSavedMeanwhile } from "../collaboration/use-saved-meanwhile.ts";
import type { EditorHandle } from "../editor-handle.ts";
import { PictureFailed, pictureFailed } from "../pictures/compress-picture.ts";
import type { useDraft } from "./use-draft.ts";
import type { Fields } from "./use-fields.ts";
import { useSubmit } from "./use-submit.ts";
import type { useValidity } from "./use-validity.ts";
import type { WriteScreenProps } from "./write-props.ts";

interface Saved {
  readonly fields: Fields;
  readonly editor: RefObject<EditorHandle | null>;
  readonly draft: Pick<ReturnType<typeof useDraft>, "submitted" | "clear">;
  readonly validity: Pick<ReturnType<typeof useValidity>, "validate" | "firstWrong">;
  readonly revision: number | null;
  readonly onRevision: (revision: number) => void;
  /** Whether the member has written something since the text was sent. */
  readonly hasWritten: RefObject<boolean>;
  readonly hasOpened: boolean;
  /** Switches the leave guard off. */
  readonly release: () => void;
}

/** Sends the form, through the outbox if its text may wait, and handles the response; a conflict is one of `useSubmit`. */
export function useSaving(
  props: WriteScreenProps,
  { fields, editor, draft, validity, revision, onRevision, hasWritten, hasOpened, release }: Saved,
) {
  const { shared, sharedState } = props;
  const { alert } = useDialogs();
  const isMounted = useMounted();
  const submitting = useSubmit({
    revision,
    onRevision,
    validate: validity.validate,
    onInvalid: (title) => void alert({ title, focus: validity.firstWrong }),
    async gather() {
      const content = await editor.current?.getContent();
      return {
        title: singleLine(fields.title),
        category: fields.category,
        html: content?.html ?? "",
        picture: content?.picture,
        further: fields.sent,
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
      fields.take(stored);
      editor.current?.setContent(stored.html, stored.imageUrl);
    },
    onSaved(post, data) {
      release();
      const isAsSent = fields.areThoseOf(post) && post.html === editor.current?.peek().html;
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
  const isAsSaved = async () => {
    const saved = (await props.latest?.()) ?? null;
    return saved !== null && fields.areThoseOf(saved) && saved.html === editor.current?.peek().html;
  };
  const { isEditing } = submitting;
  useSavedMeanwhile({ sharedState, isEditing, hasOpened, isAsSaved, onReopen: props.onReopen });
  return submitting;
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
