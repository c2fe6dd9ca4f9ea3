import { use, useEffect, useState } from "react";
import { draftLimits } from "#contracts/drafts/api";
import { singleLine } from "#contracts/texts";
import { currentToken, memberOf } from "../session.ts";
import { unsent } from "./device-store.ts";
import { openFormDraft } from "./form-draft.ts";
import type { Words } from "./record.ts";

const fill = <Fields extends string>(start: Readonly<Record<Fields, string>>, words: Words) =>
  Object.fromEntries(
    Object.entries<string>(start).map(([field, text]) => {
      const found: unknown = words[field];
      return [field, typeof found === "string" ? found : text];
    }),
  ) as Record<Fields, string>;

let loading: Promise<void> | undefined;
/** The records of the device; a browser whose database does not respond shows the form without them. */
const loadedInTime = () => {
  loading ??= Promise.race([
    unsent.load(),
    new Promise<void>((resolve) => {
      setTimeout(resolve, draftLimits.patienceMs);
    }),
  ]);
  return loading;
};

/**
 * The current member's draft of a form (form-draft.ts). `start` contains the fields with their initial values: a draft
 * with the same values has been sent after all. Both are read once; another form, or another member, needs another
 * component.
 */
export function useFormDraft<Fields extends string>(form: string, start: Readonly<Record<Fields, string>>) {
  const memberId = memberOf(currentToken());
  if (memberId !== null && !unsent.isLoaded) use(loadedInTime());
  const [{ draft, words }] = useState(() => {
    const draft = openFormDraft(memberId, form);
    const words = draft.found && fill(start, draft.found.fields);
    const isSent =
      words &&
      (Object.keys(start) as Fields[]).every(
        (field) => singleLine(words[field]) === singleLine(start[field]),
      );
    if (isSent) draft.keep(undefined);
    return { draft, words: isSent ? undefined : words };
  });
  const [isResumed, setResumed] = useState(words !== undefined);
  useEffect(() => {
    addEventListener("pagehide", draft.leave);
    document.addEventListener("visibilitychange", draft.leave);
    return () => {
      removeEventListener("pagehide", draft.leave);
      document.removeEventListener("visibilitychange", draft.leave);
    };
  }, [draft]);
  return {
    /** The values left in this form; undefined once it is sent or discarded. */
    resumed: isResumed ? words : undefined,
    /** Revision that was edited then, together with `resumed`. */
    since: isResumed ? draft.found?.since : undefined,
    /** Called with each change; undefined if no value is worth storing. */
    keep: (words: Readonly<Record<Fields, string>> | undefined, since?: number) => draft.keep(words, since),
    /** Called after the form was sent or discarded. */
    clear() {
      draft.keep(undefined);
      setResumed(false);
    },
  };
}
