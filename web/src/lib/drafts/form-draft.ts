import { v4 } from "uuid";
import { isRecord } from "../navigation-state.ts";
import { isGone } from "../session.ts";
import { deviceEntries } from "../storage/entries.ts";

/** The values of a form's fields by name, without entry passwords and pictures. */
export type Words = Readonly<Record<string, string>>;

interface Entry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly words: Words;
  /** Revision of the edited object, if it has one. */
  readonly since?: number | undefined;
}

/** The unsent input of one member in a form, stored only in this browser. */
export interface FormDraft {
  /** The input that the form opened last has left. */
  readonly found: Entry | undefined;
  /** Stores the values immediately, so that a crash loses none; undefined removes them. */
  keep(words: Words | undefined, since?: number): void;
}

const prefix = "form-draft:";
/** As long as the server keeps a draft (docs/decisions/documents.md). */
const retentionMs = 365 * 86_400_000;

const namesOf = (start: string) => deviceEntries.names().filter((name) => name.startsWith(start));

const isWords = (value: unknown): value is Words =>
  isRecord(value) && Object.values(value).every((word) => typeof word === "string");

/** An older release may have stored another shape. */
function read(name: string): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(deviceEntries.get(name) ?? "");
    const { at, words, since }: Record<string, unknown> = isRecord(entry) ? entry : {};
    if (typeof at !== "number" || !isWords(words)) return undefined;
    return { at, words, since: typeof since === "number" ? since : undefined };
  } catch {
    return undefined;
  }
}

const atOf = (name: string): number => read(name)?.at ?? 0;

/**
 * The draft of a form such as `application/5` for a member; nothing is stored without one. Each opened form stores its
 * values under its own name, so that two tabs do not overwrite each other. A found draft is removed as soon as newer
 * values are stored, or none are left, unless the tab it came from has changed it.
 */
export function openFormDraft(owner: string | null, form: string): FormDraft {
  if (owner === null) return { found: undefined, keep() {} };
  const formPrefix = `${prefix}${owner}:${form}:`;
  const own = formPrefix + v4();
  for (const name of namesOf(prefix)) if (atOf(name) < Date.now() - retentionMs) deviceEntries.remove(name);
  const former = namesOf(formPrefix).sort((one, other) => atOf(other) - atOf(one))[0];
  const found = former === undefined ? undefined : read(former);

  return {
    found,
    keep(words, since) {
      if (!words || isGone(owner)) deviceEntries.remove(own);
      else if (!deviceEntries.set(own, JSON.stringify({ at: Date.now(), words, since } satisfies Entry)))
        return;
      if (former !== undefined && found?.at === read(former)?.at) deviceEntries.remove(former);
    },
  };
}

/** The forms with unsent input of a member, such as `application/5`. */
export function formDraftsOf(owner: string): readonly string[] {
  const start = `${prefix}${owner}:`;
  return [...new Set(namesOf(start).map((name) => name.slice(start.length, name.lastIndexOf(":"))))];
}
