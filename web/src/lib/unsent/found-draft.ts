import { type DraftFields, draftLimits, type StoredDraft } from "#contracts/drafts/api";
import { type Category, isCategory } from "#contracts/subject/api";
import { isBlank } from "#contracts/texts";
import { isDraft, isQueued, type PostRecord, type UnsentRecord } from "./record.ts";

/** A draft of another editor. `rowRevision` and `hasPicture` are set if the server has it. */
interface Candidate extends Pick<PostRecord, "id" | "fields" | "picture" | "room" | "at" | "rowRevision"> {
  readonly isSynced?: boolean;
  readonly hasPicture?: boolean;
}
export interface FoundDraft extends Candidate {
  /** This draft and those with the same text. */
  readonly alike: readonly Candidate[];
}

/** Values of the further fields of a form by name; blank if they are unchanged. */
export type FurtherTexts = Readonly<Record<string, string>>;

/** A form's fields beside the text, from which a draft is stored and to which it returns. */
export interface DraftForm extends Pick<DraftFields, "title" | "revision" | "postId"> {
  readonly category: Category | null;
  readonly further: FurtherTexts;
}

export function furtherIn(fields: DraftFields): FurtherTexts {
  const { title, category, html, revision, postId, ...further } = fields;
  return Object.fromEntries(
    Object.entries(further).filter((one): one is [string, string] => typeof one[1] === "string"),
  );
}

export const draftFormOf = (fields: DraftFields): DraftForm => ({
  title: fields.title,
  category: fields.category !== null && isCategory(fields.category) ? fields.category : null,
  further: furtherIn(fields),
  revision: fields.revision,
  postId: fields.postId,
});

/** An empty list is blank, too. */
const meaningOf = (text = "") => (text === "[]" ? "" : text);

/** Whether nothing but the text may have been written. */
export const hasBlankFields = ({ title, further }: Pick<DraftForm, "title" | "further">): boolean =>
  isBlank(title) && Object.values(further).every((text) => isBlank(meaningOf(text)));

export function isSameText(one: DraftFields, other: DraftFields | undefined): boolean {
  if (one.html !== other?.html || one.title !== other.title || one.category !== other.category) return false;
  const further = furtherIn(one);
  const otherFurther = furtherIn(other);
  return Object.keys({ ...further, ...otherFurther }).every(
    (name) => meaningOf(further[name]) === meaningOf(otherFurther[name]),
  );
}

const candidateOf = ({ draftId, at, draftRevision, hasPicture, ...fields }: StoredDraft): Candidate => ({
  id: draftId,
  fields,
  picture: undefined,
  at,
  rowRevision: draftRevision,
  hasPicture,
});

/**
 * Chooses the preferred, else the latest draft of editors other than `ownId`. `endedHere`: rows to delete at the server,
 * because this device has discarded them. `endedElsewhere`: drafts that the server had completely and has no longer.
 * `rows` is undefined while the server has not responded; `offered` are the ids among which to choose, otherwise all.
 */
export function chooseDraft(
  records: readonly UnsentRecord[],
  rows: readonly StoredDraft[] | undefined,
  ownId: string,
  { preferred, offered }: { preferred?: string | undefined; offered?: readonly string[] | undefined } = {},
): {
  readonly endedHere: readonly StoredDraft[];
  readonly endedElsewhere: readonly PostRecord[];
  readonly found: FoundDraft | undefined;
} {
  const discardedAt = new Map(
    records.flatMap(({ id, state, at }) => (state === "discarded" ? [[id, at] as const] : [])),
  );
  const isEndedHere = (id: string, at: number) => at <= (discardedAt.get(id) ?? -1);
  const drafts = records.filter((one) => isDraft(one) && one.id !== ownId) as readonly PostRecord[];
  // A longer list is cut.
  const isWholeList = rows !== undefined && rows.length < draftLimits.listed;
  const isEndedElsewhere = ({ id, room, isSynced }: PostRecord) =>
    isWholeList && isSynced && room === undefined && !rows.some(({ draftId }) => draftId === id);
  const waiting = records.filter(isQueued);

  const byId = new Map<string, Candidate>((rows ?? []).map((row) => [row.draftId, candidateOf(row)]));
  for (const draft of drafts) {
    if (isEndedElsewhere(draft)) continue;
    const row = byId.get(draft.id);
    const later = row && row.at > draft.at ? { ...row, picture: draft.picture } : { ...row, ...draft };
    byId.set(draft.id, { ...later, rowRevision: row?.rowRevision });
  }
  const all = [...byId.values()].filter(
    ({ id, at }) =>
      id !== ownId &&
      (offered?.includes(id) ?? true) &&
      !isEndedHere(id, at) &&
      !waiting.some((one) => one.id === id),
  );
  const isPreferred = ({ id }: Candidate) => Number(id === preferred);
  const [first] = all.sort((one, other) => isPreferred(other) - isPreferred(one) || other.at - one.at);
  const isAlike = (one: Candidate) =>
    one === first ||
    (first !== undefined && isSameText(one.fields, first.fields) && !one.picture && !one.hasPicture);
  return {
    endedHere: (rows ?? []).filter(({ draftId, at }) => isEndedHere(draftId, at)),
    endedElsewhere: drafts.filter(isEndedElsewhere),
    found: first && { ...first, alike: all.filter(isAlike) },
  };
}
