import { v4 } from "uuid";
import { serverTime } from "../server-clock.ts";
import { unsent } from "./device-store.ts";
import { type FormRecord, latestFirst, type UnsentRecord, type Words } from "./record.ts";

const prefix = "form/";

const waitingComments = `${prefix}comment-sent/`;
/** Key of the comments of an article that wait to be sent, each in a record of its own. */
export const waitingCommentsKey = (articleId: number): string => waitingComments + articleId;

const isForm = (record: UnsentRecord): record is FormRecord => record.kind === "form";

/** The unsent input of one member in a form, stored only in this browser. */
export interface FormDraft {
  /** The input that the form opened last has left. */
  readonly found: Pick<FormRecord, "fields" | "since"> | undefined;
  /** Stores the values immediately; undefined removes them. */
  keep(words: Words | undefined, since?: number): void;
  /** Stores values that are not stored yet, before the page is closed. */
  leave(): void;
}

/**
 * The draft of a form such as `application/5` for a member; nothing is stored without one. Each opened form has a record
 * of its own, so that two tabs do not overwrite each other. A found draft is removed as soon as newer values are stored,
 * or none are left, unless the tab it came from has changed it.
 */
export function openFormDraft(memberId: string | null, form: string): FormDraft {
  if (memberId === null) return { found: undefined, keep() {}, leave() {} };
  const key = prefix + form;
  const id = v4();
  const isOfForm = (one: UnsentRecord): one is FormRecord =>
    isForm(one) && one.memberId === memberId && one.key === key;
  const [found] = unsent.all().filter(isOfForm).sort(latestFirst);
  let at = 0;
  let unstored: FormRecord | undefined;

  return {
    found,
    keep(fields, since) {
      at = Math.max(serverTime(), at + 1, (found?.at ?? 0) + 1);
      const own: FormRecord = {
        kind: "form",
        id,
        memberId,
        key,
        state: "editing",
        at,
        fields: fields ?? {},
        since,
      };
      unstored = fields && own;
      const stored = unsent.keep([memberId, key], (all) => {
        const former = all.filter((one) => one.id === found?.id && one.at === found.at);
        return fields ? { put: [own], remove: former } : { remove: [own, ...former] };
      });
      void stored.then(() => {
        if (unstored === own) unstored = undefined;
      });
    },
    leave() {
      if (unstored) void unsent.putNow(unstored);
    },
  };
}

/**
 * The forms with unsent input among these records, such as `application/5`: one that was left in two tabs once, that of
 * waiting comments once for each.
 */
export function formsOf(records: readonly UnsentRecord[]): readonly string[] {
  const texts = records
    .filter(isForm)
    .map(({ id, key }) => [key.startsWith(waitingComments) ? id : key, key.slice(prefix.length)] as const);
  return [...new Map(texts).values()];
}
