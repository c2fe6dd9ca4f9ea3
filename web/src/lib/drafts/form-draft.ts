import { v4 } from "uuid";
import { isRecord } from "../navigation-state.ts";

/** What stands in the fields of a form, by their names. Entry passwords and pictures are left out. */
export type Words = Readonly<Record<string, string>>;

interface Entry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly words: Words;
  /** Revision of what is edited, where it has one. */
  readonly since?: number | undefined;
}

/** What one member has typed into a form and not sent, in this browser alone. */
export interface FormDraft {
  /** What the latest opened form left behind. */
  readonly found: Entry | undefined;
  /** Keeps words at once, so that no crash comes between; undefined: nothing is worth keeping any more. */
  keep(words: Words | undefined, since?: number): void;
}

const prefix = "form-draft:";
/** As long as the server keeps a draft (docs/decisions/documents.md). */
const keptForMs = 365 * 86_400_000;

/** Browsers may refuse to keep anything, for instance in private windows: the form works all the same. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

const namesOf = (start: string) => Object.keys(localStorage).filter((name) => name.startsWith(start));

const isWords = (value: unknown): value is Words =>
  isRecord(value) && Object.values(value).every((word) => typeof word === "string");

/** An older release may have written something else. */
const read = (name: string): Entry | undefined =>
  attempt(() => {
    const entry: unknown = JSON.parse(localStorage.getItem(name) ?? "");
    const { at, words, since }: Record<string, unknown> = isRecord(entry) ? entry : {};
    if (typeof at !== "number" || !isWords(words)) return undefined;
    return { at, words, since: typeof since === "number" ? since : undefined };
  });

const atOf = (name: string): number => read(name)?.at ?? 0;

/**
 * The draft of a form, say `application/5`, of a member, and of none without one. Each opened form keeps its words under a
 * name of its own, so that two tabs do not overwrite each other. What was found goes as soon as something newer is kept, or
 * nothing is left to keep, unless the tab it came from has written on.
 */
export function openFormDraft(owner: string | null, form: string): FormDraft {
  if (owner === null) return { found: undefined, keep() {} };
  const formPrefix = `${prefix}${owner}:${form}:`;
  const own = formPrefix + v4();
  const former = attempt(() => {
    for (const name of namesOf(prefix))
      if (atOf(name) < Date.now() - keptForMs) localStorage.removeItem(name);
    return namesOf(formPrefix).sort((one, other) => atOf(other) - atOf(one))[0];
  });
  const found = former === undefined ? undefined : read(former);

  return {
    found,
    keep: (words, since) =>
      void attempt(() => {
        if (words)
          localStorage.setItem(own, JSON.stringify({ at: Date.now(), words, since } satisfies Entry));
        else localStorage.removeItem(own);
        if (former !== undefined && found?.at === read(former)?.at) localStorage.removeItem(former);
      }),
  };
}

/** Of a member who has left the site. */
export const removeFormDraftsOf = (owner: string): void =>
  void attempt(() => {
    for (const name of namesOf(`${prefix}${owner}:`)) localStorage.removeItem(name);
  });
