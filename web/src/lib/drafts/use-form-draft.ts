import { useState } from "react";
import { normalise } from "#contracts/limits";
import { currentToken, memberOf } from "../session.ts";
import { openFormDraft, type Words } from "./form-draft.ts";

const fill = <Fields extends string>(start: Readonly<Record<Fields, string>>, words: Words) =>
  Object.fromEntries(
    Object.entries<string>(start).map(([field, text]) => {
      const found: unknown = words[field];
      return [field, typeof found === "string" ? found : text];
    }),
  ) as Record<Fields, string>;

/** What the server makes of a field. */
export const asStored = (text: string) => normalise(text).trim();

/**
 * The draft that the member logged in has of a form (form-draft.ts). `start` names the fields with what they hold
 * before anything is typed: a draft that says the same has been sent after all. Both are taken once; another form, or
 * another member, needs another component.
 */
export function useFormDraft<Fields extends string>(form: string, start: Readonly<Record<Fields, string>>) {
  const [{ draft, words }] = useState(() => {
    const draft = openFormDraft(memberOf(currentToken()), form);
    const words = draft.found && fill(start, draft.found.words);
    const isSent =
      words &&
      (Object.keys(start) as Fields[]).every((field) => asStored(words[field]) === asStored(start[field]));
    if (isSent) draft.keep(undefined);
    return { draft, words: isSent ? undefined : words };
  });
  const [isResumed, setResumed] = useState(words !== undefined);
  return {
    /** What was left behind in this form; undefined once it is sent or thrown away. */
    resumed: isResumed ? words : undefined,
    /** Revision that was edited then, together with `resumed`. */
    since: isResumed ? draft.found?.since : undefined,
    /** Called with each change; undefined where nothing is worth keeping. */
    keep: (words: Readonly<Record<Fields, string>> | undefined, since?: number) => draft.keep(words, since),
    /** Sent or thrown away. */
    clear() {
      draft.keep(undefined);
      setResumed(false);
    },
  };
}
