import type { DBSchema, IDBPObjectStore } from "idb";
import { v4 } from "uuid";
import type { StoredContent } from "#contracts/drafts/api";
import { trashLimits } from "#contracts/limits";
import { isGone } from "../session.ts";
import { database } from "../storage/database.ts";
import type { DeviceDraft } from "./draft-device.ts";

/** A draft that its writer discarded; `at` is when it was written, `thrownAt` when it was discarded. */
export interface DiscardedDraft extends StoredContent {
  readonly id: string;
  readonly owner: string;
  readonly key: string;
  readonly thrownAt: number;
  readonly picture?: File | undefined;
}

interface Schema extends DBSchema {
  trash: { key: string; value: DiscardedDraft };
}

type Trash = IDBPObjectStore<Schema, ["trash"], "trash", "readwrite">;

/** If the browser refuses storage, a discarded draft is lost. */
async function inTrash<T>(
  refused: T,
  work: (all: readonly DiscardedDraft[], trash: Trash) => Promise<T>,
): Promise<T> {
  try {
    const { store, done } = (await database<Schema>()).transaction("trash", "readwrite");
    const result = await work(await store.getAll(), store);
    await done;
    return result;
  } catch {
    return refused;
  }
}

const isUnexpired = ({ thrownAt }: DiscardedDraft) => Date.now() - thrownAt <= trashLimits.retentionMs;
const newestFirst = (one: DiscardedDraft, other: DiscardedDraft) => other.thrownAt - one.thrownAt;

/** Keeps a discarded draft for a week, and at most the latest 20 of a member. */
export async function discardDraft(owner: string, key: string, draft: DeviceDraft): Promise<void> {
  const { title, category, contact, problems, html, revision, postId, at, picture } = draft;
  const content = { title, category, contact, problems, html, revision, postId, at, picture };
  if (isGone(owner)) return;
  await inTrash(undefined, async (all, store) => {
    const discarded: DiscardedDraft = {
      ...content,
      id: v4(),
      owner,
      key,
      thrownAt: Date.now(),
    };
    const own = [discarded, ...all.filter((one) => one.owner === owner)].sort(newestFirst);
    const over = [...own.slice(trashLimits.drafts), ...all.filter((one) => !isUnexpired(one))];
    await store.put(discarded);
    for (const { id } of over) await store.delete(id);
  });
}

/** The discarded drafts of a member under a key, latest first. */
export const discardedDrafts = (owner: string, key: string): Promise<readonly DiscardedDraft[]> =>
  inTrash<readonly DiscardedDraft[]>([], async (all) =>
    all.filter((one) => one.owner === owner && one.key === key && isUnexpired(one)).sort(newestFirst),
  );

export const removeDiscarded = (id: string): Promise<void> =>
  inTrash(undefined, (_, store) => store.delete(id));

/** Deletes those of a member who has logged out or withdrawn. */
export const removeTrashOf = (owner: string): Promise<void> =>
  inTrash(undefined, async (all, store) => {
    for (const one of all) if (one.owner === owner) await store.delete(one.id);
  });
