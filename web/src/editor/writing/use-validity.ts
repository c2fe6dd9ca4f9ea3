import type { RefObject } from "react";
import type { EditorHandle } from "../editor-handle.ts";
import type { Fields } from "./use-fields.ts";
import { useLoginLoss } from "./use-login-loss.ts";
import type { WriteScreenProps } from "./write-props.ts";

const loggedOut = "로그인이 끝나 글을 올릴 수 없어요.";

interface Validated {
  readonly fields: Fields;
  readonly editor: RefObject<EditorHandle | null>;
  /** As the editor has reported it. */
  readonly isEmpty: boolean;
}

/** Why the form cannot be sent. */
export function useValidity(props: WriteScreenProps, { fields, editor, isEmpty }: Validated) {
  const { title, category, shown: further } = fields;
  const isLoggedOut = useLoginLoss();
  const reason = (isEmpty: boolean) => props.validate({ title, category, further, isEmpty });
  return {
    isLoggedOut,
    /** Why the server would currently refuse the text. */
    blocked: isLoggedOut ? loggedOut : props.blockedReason,
    validate: () => (isLoggedOut ? loggedOut : reason(editor.current?.isEmpty() ?? true)),
    /** Why the submit button is disabled, if the form explains it. */
    invalidReason: props.whenInvalid === "disable" ? reason(isEmpty) : undefined,
    /** The first field that is wrong or still empty, in the order of the screen. */
    firstWrong: (): HTMLElement | null =>
      [
        ...document.querySelectorAll<HTMLElement>(
          "[data-lacks], [aria-invalid=true], [contenteditable=true]",
        ),
      ].find((field) => !field.matches("[contenteditable]") || editor.current?.isEmpty()) ?? null,
  };
}
