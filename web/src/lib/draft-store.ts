import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** What a person has written and not sent, as one opened editor holds it. */
export interface DraftContent {
  readonly title: string;
  readonly category: string | null;
  readonly contact: string;
  /** As the editor gives it; a new picture stands as `src="?"`. */
  readonly html: string;
  /** Revision of the post it began from, null for a new one or when it is unknown. */
  readonly revision: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Of the text written together that it is a part of; the server keeps this, not the state. */
  readonly generation?: number | undefined;
}

/** A draft in this browser. */
export interface KeptDraft extends DraftContent {
  readonly owner: string;
  readonly key: string;
  /** Of the opened editor that wrote it: two tabs do not overwrite each other. */
  readonly sitting: string;
  readonly picture?: File | undefined;
  /** Of a text written together: the generation and the state of the shared document. */
  readonly shared?: { readonly generation: number; readonly state: Uint8Array } | undefined;
}

interface Schema extends DBSchema {
  drafts: { key: [string, string, string]; value: KeptDraft };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

/** Browsers may refuse it, for instance in private windows: then nothing is kept here. */
const database = (): Promise<IDBPDatabase<Schema>> => {
  opened ??= openDB<Schema>("algomoim", 1, {
    upgrade: (db) => void db.createObjectStore("drafts", { keyPath: ["owner", "key", "sitting"] }),
    terminated: () => {
      opened = undefined;
    },
  });
  return opened;
};

const last = "\uffff";
const all = (owner: string, key: string) => IDBKeyRange.bound([owner, key, ""], [owner, key, last]);

/** Drafts in this browser; they outlive the tab, the login and the line. Failures are silent: there is the server, too. */
export const draftStore = {
  async read(owner: string, key: string): Promise<KeptDraft[]> {
    try {
      return await (await database()).getAll("drafts", all(owner, key));
    } catch {
      return [];
    }
  },
  async put(draft: KeptDraft): Promise<boolean> {
    try {
      await (await database()).put("drafts", draft);
      return true;
    } catch {
      return false;
    }
  },
  async remove(owner: string, key: string, sittings?: readonly string[]): Promise<void> {
    try {
      const db = await database();
      if (!sittings) await db.delete("drafts", all(owner, key));
      else await Promise.all(sittings.map((sitting) => db.delete("drafts", [owner, key, sitting])));
    } catch {}
  },
  /** Of somebody who has left the site. */
  async removeAllOf(owner: string): Promise<void> {
    try {
      await (await database()).delete("drafts", IDBKeyRange.bound([owner, "", ""], [owner, last, last]));
    } catch {}
  },
};
