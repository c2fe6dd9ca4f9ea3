import { type RefObject, useEffect, useEffectEvent } from "react";
import { isComposed } from "../../lib/composed-key.ts";

/** Ctrl/⌘+Enter in `form` submits it, after a composition that it ends (spec/daily-use.md rule 34). */
export function useSubmitKey(form: RefObject<HTMLElement | null>, submit: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposed(event)) return;
    event.preventDefault();
    // Otherwise the editor would insert a line break.
    event.stopPropagation();
    if (!event.repeat) submit();
  });
  useEffect(() => {
    const element = form.current;
    const onKey = (event: KeyboardEvent) => press(event);
    element?.addEventListener("keydown", onKey, true);
    return () => element?.removeEventListener("keydown", onKey, true);
  }, [form]);
}
