import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import type { Doc } from "yjs";
import { lengthOf, limits } from "#contracts/limits";
import { type Category, isCategory } from "#contracts/subject/api";
import { applyEdit, editBetween, fork, movedBy, rejoin } from "../text-edit.ts";
import type { SharedText } from "./shared-text.ts";

interface Fields {
  readonly onTitle: (title: string) => void;
  readonly onCategory: (category: Category | null) => void;
}

/** Title and tag of a text written together. Without a shared text what is told goes nowhere. */
export function useSharedFields(shared: SharedText | undefined, { onTitle, onCategory }: Fields) {
  /** The title that stands in the field. */
  const seen = useRef("");
  /** While a syllable is in the making, which is nobody else's: the document as it was when that began. */
  const apart = useRef<Doc>(null);
  const showTitle = useEffectEvent(() => {
    const next = shared?.doc.getText("title").toString() ?? "";
    if (apart.current || next === seen.current) return;
    keepCaret(seen.current, next);
    seen.current = next;
    onTitle(next);
  });
  const showCategory = useEffectEvent(() => {
    const category = String(shared?.doc.getMap("fields").get("category"));
    onCategory(isCategory(category) ? category : null);
  });

  useEffect(() => {
    if (!shared) return;
    const title = shared.doc.getText("title");
    const fields = shared.doc.getMap("fields");
    const onTitleChange = () => showTitle();
    const onFieldsChange = () => showCategory();
    title.observe(onTitleChange);
    fields.observe(onFieldsChange);
    return () => {
      title.unobserve(onTitleChange);
      fields.unobserve(onFieldsChange);
    };
  }, [shared]);

  const tellTitle = useCallback(
    (text: string, isFinished: boolean) => {
      if (!shared) return;
      if (!isFinished) {
        apart.current ??= fork(shared.doc);
        return;
      }
      const mine = apart.current;
      apart.current = null;
      seen.current = text;
      applyEdit((mine ?? shared.doc).getText("title"), text);
      if (mine) rejoin(shared.doc, mine);
      showTitle();
    },
    [shared],
  );
  const tellCategory = useCallback(
    (category: Category | null) => shared?.doc.getMap("fields").set("category", category),
    [shared],
  );
  /** Characters that the title may have: one that grew longer as two met is not cut while it is shortened. */
  const titleLimit = useCallback(
    () => Math.max(limits.postTitle, lengthOf(shared?.doc.getText("title").toString() ?? "")),
    [shared],
  );
  return { tellTitle, tellCategory, titleLimit };
}

/** A field whose text is changed by others keeps the caret where the person has it. */
function keepCaret(before: string, after: string): void {
  const input = document.activeElement;
  if (!(input instanceof HTMLInputElement) || input.value !== before) return;
  const caret = movedBy(editBetween(before, after), input.selectionStart ?? before.length);
  requestAnimationFrame(() => input.setSelectionRange(caret, caret));
}
