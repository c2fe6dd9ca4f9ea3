import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { lengthOf, limits } from "#contracts/limits";
import { type Category, isCategory } from "#contracts/subject/api";
import { applyEdit, editBetween, movedBy } from "../text-edit.ts";
import type { SharedText } from "./shared-text.ts";

interface Fields {
  readonly onTitle: (title: string) => void;
  readonly onCategory: (category: Category | null) => void;
  readonly onFurther: (name: string, text: string) => void;
}

/** Synchronises title, tag and the further fields of these names with a shared text; does nothing without one. */
export function useSharedFields(
  shared: SharedText | undefined,
  names: readonly string[],
  { onTitle, onCategory, onFurther }: Fields,
) {
  /** The title that the field shows. */
  const shown = useRef("");
  const isComposing = useRef(false);
  const showTitle = useEffectEvent(() => {
    const next = shared?.doc.getText("title").toString() ?? "";
    if (isComposing.current || next === shown.current) return;
    keepCaret(shown.current, next);
    shown.current = next;
    onTitle(next);
  });
  const showFields = useEffectEvent(() => {
    const fields = shared?.doc.getMap("fields");
    const category = String(fields?.get("category"));
    onCategory(isCategory(category) ? category : null);
    for (const name of names) {
      const text = fields?.get(name);
      onFurther(name, typeof text === "string" ? text : "");
    }
  });

  useEffect(() => {
    if (!shared) return;
    const title = shared.doc.getText("title");
    const fields = shared.doc.getMap("fields");
    const onTitleChange = () => showTitle();
    const onFieldsChange = () => showFields();
    title.observe(onTitleChange);
    fields.observe(onFieldsChange);
    return () => {
      title.unobserve(onTitleChange);
      fields.unobserve(onFieldsChange);
    };
  }, [shared]);

  const shareTitle = useCallback(
    (text: string, isFinished: boolean) => {
      if (!shared) return;
      isComposing.current = !isFinished;
      if (!isFinished) return;
      applyEdit(shared.doc.getText("title"), shown.current, text);
      shown.current = text;
      showTitle();
    },
    [shared],
  );
  const shareCategory = useCallback(
    (category: Category | null) => shared?.doc.getMap("fields").set("category", category),
    [shared],
  );
  const shareFurther = useCallback(
    (name: string, text: string) => shared?.doc.getMap("fields").set(name, text),
    [shared],
  );
  /** Maximum length of the title. A title that two members together made too long is not cut while it is shortened. */
  const titleLimit = useCallback(
    () => Math.max(limits.postTitle, lengthOf(shared?.doc.getText("title").toString() ?? "")),
    [shared],
  );
  return { shareTitle, shareCategory, shareFurther, titleLimit };
}

/** Keeps the caret between the same characters when others change the field's text. */
function keepCaret(before: string, after: string): void {
  const input = document.activeElement;
  if (!(input instanceof HTMLInputElement) || input.value !== before) return;
  const caret = movedBy(editBetween(before, after), input.selectionStart ?? before.length);
  requestAnimationFrame(() => input.setSelectionRange(caret, caret));
}
