import { COMMAND_PRIORITY_LOW, KEY_DOWN_COMMAND, type LexicalEditor } from "lexical";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect } from "react";

const toolsOf = (toolbar: HTMLElement) => [...toolbar.querySelectorAll<HTMLButtonElement>("button:enabled")];

/** Makes exactly one button a Tab stop: the one used last, otherwise the first. */
function settle(toolbar: HTMLElement, stop?: HTMLElement): void {
  const tools = toolsOf(toolbar);
  const chosen = stop ?? tools.find(({ tabIndex }) => tabIndex === 0) ?? tools[0];
  for (const tool of toolbar.querySelectorAll("button")) tool.tabIndex = tool === chosen ? 0 : -1;
}

/** One Tab stop for the whole toolbar, which Alt+F10 focuses from the text. */
export function useRoving(editor: LexicalEditor, toolbar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (toolbar.current) settle(toolbar.current);
  });
  useEffect(
    () =>
      editor.registerCommand(
        KEY_DOWN_COMMAND,
        (event) => {
          if (event.key !== "F10" || !event.altKey) return false;
          event.preventDefault();
          toolbar.current?.querySelector<HTMLElement>("button[tabindex='0']")?.focus();
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
    [editor, toolbar],
  );
}

/** Arrows move along the buttons, Home and End to the first and the last. */
export function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const tools = toolsOf(event.currentTarget);
  const at = tools.indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0) return;
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % tools.length,
    ArrowLeft: (at - 1 + tools.length) % tools.length,
    Home: 0,
    End: tools.length - 1,
  };
  const target = targets[event.key];
  const tool = target === undefined ? undefined : tools[target];
  if (!tool) return;
  event.preventDefault();
  settle(event.currentTarget, tool);
  tool.focus();
}
