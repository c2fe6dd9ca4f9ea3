import type { DBSchema, IDBPObjectStore } from "idb";
import { draftLimits, type StoredContent } from "#contracts/drafts/api";
import { outboxStore } from "../outbox/store.ts";
import { serverTime } from "../server-clock.ts";
import { isGone } from "../session.ts";
import { database } from "../storage/database.ts";

/** A draft as one open editor stores it on this device. */
export interface DeviceDraft extends StoredContent {
  readonly draftId: string;
  readonly picture?: File | undefined;
  /** For a co-edited text, the room that stores it instead of a row. */
  readonly room?: string | undefined;
  /** Whether the server has stored all of it, as of `at`. */
  readonly isSynced?: boolean;
}

/**
 * Replaces a draft that was sent or discarded in its state of `at`. `isMoved`: its text is in another draft, or ended
 * on another device.
 */
export interface EndedDraft extends Pick<DeviceDraft, "draftId" | "at"> {
  readonly isMoved: boolean;
}

export interface DeviceDrafts {
  readonly drafts: readonly DeviceDraft[];
  readonly ended: readonly EndedDraft[];
  /** Ids of drafts whose text waits in the outbox: they end once it is sent, and are not offered before. */
  readonly queued?: readonly string[] | undefined;
}

/** Calls take effect in their order. */
export interface DraftDevice {
  read(): Promise<DeviceDrafts>;
  /**
   * Returns the id under which the text is stored: `spareId` if another tab has ended the draft without taking over
   * this text. Undefined if the browser refuses. A synced draft that is not on the device any more is not stored again.
   */
  write(draft: DeviceDraft, spareId: string): Promise<string | undefined>;
  /** Writes without reading: a transaction that reads first does not outlive its page. */
  writeNow(draft: DeviceDraft): Promise<unknown>;
  /** Returns false if the draft has ended meanwhile. */
  markSynced(draftId: string, at: number): Promise<boolean>;
  /** Returns false and keeps the draft if its editor has changed it since `at`. */
  end(ended: EndedDraft): Promise<boolean>;
}

type Row = { readonly owner: string; readonly key: string } & (DeviceDraft | EndedDraft);

interface Schema extends DBSchema {
  drafts: { key: [string, string, string]; value: Row };
}

type Rows = IDBPObjectStore<Schema, ["drafts"], "drafts", "readwrite">;

/** Browsers may refuse storage, for instance in private windows: then drafts are only at the server. */
async function inRows<T>(refused: T, work: (rows: Rows) => Promise<T>): Promise<T> {
  try {
    const { store, done } = (await database<Schema>()).transaction("drafts", "readwrite");
    const result = await work(store);
    await done;
    return result;
  } catch {
    return refused;
  }
}

const last = "\uffff";
const isEnded = (row: DeviceDraft | EndedDraft): row is EndedDraft => "isMoved" in row;

const queuedOf = async (owner: string): Promise<readonly string[]> =>
  (await outboxStore.list(owner)).flatMap(({ draft }) => (draft ? [draft.draftId] : []));

/** Drafts of one member under one key on this device; they outlive tab, session and connection. */
export const draftDevice = (owner: string, key: string): DraftDevice => ({
  async read() {
    const queued = await queuedOf(owner);
    const rows = await inRows<DeviceDrafts>({ drafts: [], ended: [] }, async (rows) => {
      const found = await rows.getAll(IDBKeyRange.bound([owner, key, ""], [owner, key, last]));
      const oldest = serverTime() - draftLimits.retentionDays * 86_400_000;
      for (const { draftId, at } of found) if (at < oldest) await rows.delete([owner, key, draftId]);
      const unexpired = found.filter(({ at }) => at >= oldest);
      const drafts = unexpired.filter((row) => !isEnded(row)) as readonly DeviceDraft[];
      return { drafts, ended: unexpired.filter((row) => isEnded(row)) as readonly EndedDraft[] };
    });
    return { ...rows, queued };
  },
  write: (draft, spareId) =>
    inRows<string | undefined>(undefined, async (rows) => {
      const before = await rows.get([owner, key, draft.draftId]);
      if (before && draft.at <= before.at && (!isEnded(before) || before.isMoved)) return draft.draftId;
      if (isGone(owner) || (!before && draft.isSynced)) return draft.draftId;
      const isSpare = before !== undefined && isEnded(before);
      const written = isSpare ? { ...draft, draftId: spareId, isSynced: false } : draft;
      await rows.put({ ...written, owner, key });
      return written.draftId;
    }),
  writeNow: (draft) =>
    inRows<unknown>(undefined, async (rows) => isGone(owner) || rows.put({ ...draft, owner, key })),
  markSynced: (draftId, at) =>
    inRows(true, async (rows) => {
      const row = await rows.get([owner, key, draftId]);
      if (row && isEnded(row)) return false;
      if (row?.at === at) await rows.put({ ...row, isSynced: true });
      return true;
    }),
  end: (ended) =>
    inRows(true, async (rows) => {
      const row = await rows.get([owner, key, ended.draftId]);
      if (row && row.at > ended.at) return false;
      if (!isGone(owner)) await rows.put({ ...ended, owner, key });
      return true;
    }),
});

export type NamedDraft = DeviceDraft & { readonly key: string };

const allOf = (owner: string) => IDBKeyRange.bound([owner, "", ""], [owner, last, last]);

/** The unsent drafts of a member on this device, latest first, without those in the outbox. */
export async function unsentDraftsOf(owner: string): Promise<readonly NamedDraft[]> {
  const queued = await queuedOf(owner);
  return inRows<readonly NamedDraft[]>([], async (rows) => {
    const all = await rows.getAll(allOf(owner));
    const unsent = all.flatMap((row) => (isEnded(row) || queued.includes(row.draftId) ? [] : [row]));
    return unsent.sort((one, other) => other.at - one.at);
  });
}

/** The drafts of a member that the server does not have, or not completely, latest first. */
export const unsyncedDraftsOf = async (owner: string): Promise<readonly NamedDraft[]> =>
  (await unsentDraftsOf(owner)).filter(({ isSynced }) => !isSynced);

/** Deletes the drafts of a member that the server has, and those with these ids. */
export const removeSyncedDraftsOf = (owner: string, draftIds: readonly string[]): Promise<void> =>
  inRows(undefined, async (rows) => {
    for (const row of await rows.getAll(allOf(owner)))
      if (!isEnded(row) && (row.isSynced || draftIds.includes(row.draftId)))
        await rows.delete([owner, row.key, row.draftId]);
  });

/** Deletes all drafts of a member who has withdrawn. */
export const removeDeviceDraftsOf = (owner: string): Promise<void> =>
  inRows(undefined, (rows) => rows.delete(allOf(owner)));
