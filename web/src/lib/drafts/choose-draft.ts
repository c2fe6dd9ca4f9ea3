import type { StoredDraft } from "#contracts/drafts/api";
import { picturePlaceholder } from "#contracts/html";
import type { DeviceDraft, DeviceDrafts } from "./draft-device.ts";

/** A draft of another editor. `draftRevision` and `hasPicture` are set if the server has it. */
interface Candidate extends DeviceDraft {
  readonly draftRevision?: number;
  readonly hasPicture?: boolean;
}
export interface FoundDraft extends Candidate {
  /** This draft and those with the same text. */
  readonly alike: readonly Candidate[];
}

type Texts = Pick<DeviceDraft, "title" | "category" | "contact" | "problems" | "html">;
/** An empty list of references has several representations. */
const referencesIn = ({ problems = "" }: Texts) => (problems === "[]" ? "" : problems);
export const isSameText = (one: Texts, other: Texts | undefined): boolean =>
  one.html === other?.html &&
  one.title === other.title &&
  one.contact === other.contact &&
  referencesIn(one) === referencesIn(other) &&
  one.category === other.category;

/** Size to which the editor compresses pictures (spec/ui.md §17.5). */
const pictureBytes = 1_000_000;
export const isSendable = (picture: File | undefined) =>
  picture?.type === "image/jpeg" && picture.size <= pictureBytes;
export const needsPicture = (draft: Candidate) =>
  !draft.picture && draft.html.includes(`src="${picturePlaceholder}"`);

/**
 * Chooses the preferred, else the latest draft of editors other than `ownId`. `endedHere`: rows to delete at the server, because this
 * device has ended them. `endedElsewhere`: drafts that the server had completely and has no longer. `rows` is undefined
 * while the server has not responded.
 */
export function chooseDraft(
  { drafts, ended, queued = [] }: DeviceDrafts,
  rows: readonly StoredDraft[] | undefined,
  ownId: string,
  preferred?: string,
): {
  readonly endedHere: readonly StoredDraft[];
  readonly endedElsewhere: readonly DeviceDraft[];
  readonly found: FoundDraft | undefined;
} {
  const endedAt = new Map(ended.map(({ draftId, at }) => [draftId, at]));
  const isEndedHere = ({ draftId, at }: Candidate) => at <= (endedAt.get(draftId) ?? -1);
  const isStored = ({ draftId, room }: DeviceDraft) =>
    room !== undefined || rows?.some((row) => row.draftId === draftId);
  const isEndedElsewhere = (draft: DeviceDraft) => rows !== undefined && draft.isSynced && !isStored(draft);

  const byId = new Map<string, Candidate>((rows ?? []).map((row) => [row.draftId, row]));
  for (const draft of drafts) {
    if (isEndedElsewhere(draft)) continue;
    const row = byId.get(draft.draftId);
    const later = row && row.at > draft.at ? { picture: draft.picture } : draft;
    byId.set(draft.draftId, { ...row, ...later } as Candidate);
  }
  const all = [...byId.values()].filter(
    (one) => one.draftId !== ownId && !queued.includes(one.draftId) && !isEndedHere(one),
  );
  const isPreferred = ({ draftId }: Candidate) => Number(draftId === preferred);
  const [first] = all.sort((one, other) => isPreferred(other) - isPreferred(one) || other.at - one.at);
  const isAlike = (one: Candidate) =>
    one === first || (isSameText(one, first) && !one.picture && !one.hasPicture);
  return {
    endedHere: (rows ?? []).filter(isEndedHere),
    endedElsewhere: drafts.filter(isEndedElsewhere),
    found: first && { ...first, alike: all.filter(isAlike) },
  };
}
