import { type DraftFields, draftLimits } from "#contracts/drafts/api";
import { trashLimits } from "#contracts/limits";
import { serverTime } from "../server-clock.ts";
import type { QueuedCommand } from "./command.ts";

/*
 * The life of an unsent text. `EditorDraft` writes each change of a post into a record of its own in IndexedDB; after a
 * second of rest `ServerCopy` stores it at the server, encrypted with the member's key (services/drafts/drafts.ts), or a room does. An
 * editor that opens on any device finds these texts and asks whether to continue one (editor/writing/use-draft.ts), which copies it into
 * its own record. Submitted, an article or a problem waits in the outbox. Sent or emptied, a text ends in all places; discarded, it stays
 * for 7 days; forgotten, for 365 (`swept` below, the server's row, and the room of a problem, which also ends when the problem is saved).
 * Logout removes what another place has or what waits; withdrawal all but what other devices keep. Input of other forms (`FormRecord`)
 * stays in this browser; comments that wait to be sent are such records, too (features/team/discussion/use-posting.ts).
 */

/**
 * `editing`: a draft. `waiting`, `unsure`, `blocked`: submitted, and sent by the outbox (spec/daily-use.md rule 14).
 * `discarded`: sent, moved or discarded. It is not offered any more, and its text, if any, is kept for some days.
 */
export type UnsentState = "editing" | "waiting" | "unsure" | "blocked" | "discarded";

interface Unsent {
  readonly id: string;
  readonly memberId: string;
  /** Names the text: that of a post as in contracts/drafts/api.ts, that of another form as `form/profile`. */
  readonly key: string;
  readonly state: UnsentState;
  /** When it was written, in epoch milliseconds of the server's clock. */
  readonly at: number;
}

/** The unsent text of an article, a problem or a recruitment, written by one editor. */
export interface PostRecord extends Unsent {
  readonly kind: "post";
  readonly fields: DraftFields;
  readonly picture: File | undefined;
  /** For a co-edited text, the room that stores it instead of a row at the server. */
  readonly room?: string | undefined;
  /** Whether the server has stored all of it, as of `at`; of a discarded record, whether its row is deleted. */
  readonly isSynced: boolean;
  /** Set while it waits in the outbox. */
  readonly command?: QueuedCommand | undefined;
  /** By the clock of the device. */
  readonly discardedAt?: number;
  /** A discarded text that was sent, is in another record or was deleted by its writer: only the record is left. */
  readonly isOver?: boolean;
  /** Of a discarded record, the one that its text was copied to: its row stays until the server has that one. */
  readonly movedTo?: string | undefined;
  /** Of a discarded record, whether another device has deleted its row, because it has sent or moved the text. */
  readonly isEndedElsewhere?: boolean;
  /** Of a discarded record, the revision of its row that is deleted; any if undefined. */
  readonly rowRevision?: number | undefined;
}

export type QueuedRecord = PostRecord & { readonly command: QueuedCommand };

/** The values of a form's fields by name, without entry passwords and pictures. */
export type Words = Readonly<Record<string, string>>;

/** The unsent input of another form, stored only in this browser. */
export interface FormRecord extends Unsent {
  readonly kind: "form";
  readonly state: "editing";
  readonly fields: Words;
  /** Revision of the edited object, if it has one. */
  readonly since?: number | undefined;
}

export type UnsentRecord = PostRecord | FormRecord;

/** What a transaction changes. */
export interface Changes {
  readonly put?: readonly UnsentRecord[];
  readonly remove?: readonly UnsentRecord[];
}

export const isQueued = (record: UnsentRecord): record is QueuedRecord =>
  record.kind === "post" && record.command !== undefined;
export const isDraft = (record: UnsentRecord): record is PostRecord =>
  record.kind === "post" && record.state === "editing";
const isDiscarded = (record: UnsentRecord): record is PostRecord =>
  record.kind === "post" && record.state === "discarded";
const isDiscardedText = (record: UnsentRecord): record is PostRecord => isDiscarded(record) && !record.isOver;
/** Whether it can be opened again by `지운 초안`. */
export const isInTrash = (record: UnsentRecord): record is PostRecord =>
  isDiscardedText(record) && Date.now() - (record.discardedAt ?? 0) <= trashLimits.retentionMs;
/** Whether its row at the server has to be deleted. */
export const isEndedRow = (record: UnsentRecord): record is PostRecord =>
  isDiscarded(record) && !record.isSynced;
/** Whether the row of a discarded record may be the only copy of its text at the server. */
export function awaitsCopy({ movedTo }: PostRecord, all: readonly UnsentRecord[]): boolean {
  const copy = all.find(({ id }) => id === movedTo);
  if (copy?.kind !== "post") return false;
  return copy.state === "discarded" ? awaitsCopy(copy, all) : !copy.isSynced;
}

export const latestFirst = (one: UnsentRecord, other: UnsentRecord): number => other.at - one.at;
export const lastDiscardedFirst = (one: PostRecord, other: PostRecord): number =>
  (other.discardedAt ?? 0) - (one.discardedAt ?? 0);

/**
 * After its editor has written `next`. A text that waits in the outbox keeps its command, and one that was discarded in
 * another tab becomes a draft again, unless this text has ended. A record that a logout has removed is not stored again
 * if the server has it. Only later text makes a draft of one that another device has ended.
 */
export function written(before: UnsentRecord | undefined, next: PostRecord): PostRecord | undefined {
  if (before?.kind !== "post") return next.isSynced ? undefined : next;
  const isRejected = isDiscardedText(before) && !before.isEndedElsewhere;
  if (next.at <= before.at && !isRejected) return before;
  if (before.state === "discarded") return { ...next, isSynced: false };
  return { ...next, state: before.state, command: before.command };
}

/** After the server has stored its state of `at`. The row of a text that was discarded meanwhile has to be deleted. */
export function synced(
  before: UnsentRecord | undefined,
  at: number,
  rowRevision: number | undefined,
): PostRecord | undefined {
  if (before?.kind !== "post") return undefined;
  if (before.state === "discarded") return { ...before, isSynced: rowRevision === undefined, rowRevision };
  return before.at === at ? { ...before, isSynced: true } : before;
}

/** After its writer has rejected it: it stays in the trash. */
export const discarded = (record: PostRecord): PostRecord => ({
  ...record,
  state: "discarded",
  command: undefined,
  isSynced: false,
  isOver: false,
  discardedAt: Date.now(),
});

/** After another device has deleted its row: this device may have the only copy. */
export const endedElsewhere = (record: PostRecord): PostRecord => ({
  ...discarded(record),
  isSynced: true,
  isEndedElsewhere: true,
});

const noFields: DraftFields = {
  title: "",
  category: null,
  html: "",
  revision: null,
  postId: null,
};

/** After it was copied to another record, or deleted by its writer. */
export const ended = (record: PostRecord, isSynced = false): PostRecord => ({
  ...discarded(record),
  isSynced,
  fields: noFields,
  picture: undefined,
  isOver: true,
});

/**
 * After its command was executed, or deleted by its writer. Text that was written since stays a draft; its row at the
 * server, too, so that the row is only deleted in a state that was listed.
 */
export const sent = (record: QueuedRecord): PostRecord =>
  record.at > record.command.draftAt ? returned(record) : ended(record, true);

/** After the command was refused to an open form, or the member has opened the text again. */
export const returned = (record: QueuedRecord): PostRecord => ({
  ...record,
  state: "editing",
  command: undefined,
});

/** `next` as it is stored after its form was submitted: what was stored since is kept. */
export const resubmitted = (before: UnsentRecord | undefined, next: QueuedRecord): QueuedRecord =>
  before?.kind === "post" && before.state !== "discarded" && before.at >= next.at
    ? { ...before, state: next.state, command: next.command }
    : next;

/** Whether a logout leaves it on the device: no other place has it. */
export const isOnlyHere = (record: UnsentRecord): boolean =>
  record.kind === "form" || (isDraft(record) && !record.isSynced);

/**
 * What a logout changes in the records of a member: of discarded texts only the fact is left, and those that wait are
 * removed, about which it asks.
 */
export const loggedOut = (all: readonly UnsentRecord[]): Changes => ({
  put: all.filter(isDiscardedText).map(withoutText),
  remove: all.filter((one) => !isOnlyHere(one) && !isDiscarded(one)),
});

const withoutText = (record: PostRecord) => ended(record, record.isSynced);

/** What time and the number of discarded texts change in the records of one member. */
export function swept(records: readonly UnsentRecord[]): Changes {
  const oldest = serverTime() - draftLimits.retentionDays * 86_400_000;
  const old = records.filter((one) => !isQueued(one) && one.at < oldest);
  const kept = records.filter(isInTrash).sort(lastDiscardedFirst).slice(0, trashLimits.drafts);
  const over = records.filter(isDiscardedText).filter((one) => !kept.includes(one) && !old.includes(one));
  return { remove: old, put: over.map(withoutText) };
}

/** `put`, and what follows from it. */
export function withSwept(all: readonly UnsentRecord[], put: readonly UnsentRecord[]): Changes {
  const next = [...all.filter(({ id }) => !put.some((one) => one.id === id)), ...put];
  const { put: over = [], remove = [] } = swept(next);
  const changed = [...over, ...remove].map(({ id }) => id);
  return { put: [...put.filter(({ id }) => !changed.includes(id)), ...over], remove };
}
