import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { EditorHandle } from "../editor-handle.ts";
import type { Caret } from "./caret-place.ts";
import type { SharedState } from "./shared-text.ts";

/** Where somebody was writing when the text began anew. */
export type WritingPlace =
  | { readonly field: "title"; readonly at: number }
  | { readonly field: "body"; readonly caret: Caret };

interface BeginAnewOptions {
  readonly sharedState: SharedState | undefined;
  /** Nothing is being sent and no conflict is open: those are answered first. */
  readonly isEditing: boolean;
  readonly isOpen: boolean;
  readonly title: RefObject<HTMLInputElement | null>;
  readonly editor: RefObject<EditorHandle | null>;
  readonly returnTo: WritingPlace | null;
  readonly onBegunAnew: ((place: WritingPlace | null) => void) | undefined;
}

/** Leaves a text that is over for the one that begins anew, and goes back there to where the person was writing. */
export function useBeginAnew({ sharedState, isEditing, isOpen, ...options }: BeginAnewOptions): void {
  const { title, editor, returnTo } = options;
  const isOver = sharedState === "over";
  const place = useRef<WritingPlace>(null);
  const hasReturned = useRef(false);

  // Before the browser takes the focus from fields that are closed now.
  useLayoutEffect(() => {
    if (!isOver) return;
    // A text that was over before it opened hands on the place that it was given itself.
    place.current = placeNow(title.current, editor.current) ?? (hasReturned.current ? null : returnTo);
  }, [isOver, title, editor, returnTo]);

  const begin = useEffectEvent(() => options.onBegunAnew?.(place.current));
  useEffect(() => {
    if (isOver && isEditing) begin();
  }, [isOver, isEditing]);

  const goBack = useEffectEvent(() => {
    // Whoever has gone elsewhere meanwhile is left there.
    if (!returnTo || hasReturned.current || document.activeElement !== document.body) return;
    hasReturned.current = true;
    if (returnTo.field === "body") return editor.current?.focusAt(returnTo.caret);
    title.current?.focus();
    title.current?.setSelectionRange(returnTo.at, returnTo.at);
  });
  useEffect(() => {
    if (isOpen) goBack();
  }, [isOpen]);
}

function placeNow(title: HTMLInputElement | null, editor: EditorHandle | null): WritingPlace | null {
  if (title && document.activeElement === title) return { field: "title", at: title.selectionStart ?? 0 };
  const caret = editor?.caret();
  return caret ? { field: "body", caret } : null;
}
