import type { DBSchema } from "idb";
import { database as opened } from "../storage/database.ts";

/** What a person has written and not sent, as one opened editor holds it. */
export interface DraftContent {
  readonly title: string;
  readonly category: string | null;
  readonly contact: string;
  /** As the editor gives it; a new picture stands as `src="?"`. */
  readonly html: string;
  /** Revision of the post it began from, null for a new one or when it is unknown. */
  readonly revision: number | null;
  /** Of the post it began from, where one key has had several; null for a new one. */
  readonly postId?: number | null | undefined;
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
  /** Set once the server has kept all of it: the last thing it heard, by the client and clock of the yjs document. */
  readonly heard?: { readonly client: number; readonly clock: number } | undefined;
  /** Of a text written together: the generation and the state of the shared document. */
  readonly shared?: { readonly generation: number; readonly state: Uint8Array } | undefined;
}

/** In the place of a draft that was sent or thrown away, as long as the server may still hold it. */
interface Gone extends Pick<KeptDraft, "owner" | "key" | "sitting"> {
  readonly isGone: true;
}

interface Schema extends DBSchema {
  drafts: { key: [string, string, string]; value: KeptDraft | Gone };
}

/** Tells the other tabs of the names that are removed. */
const removals = new BroadcastChannel("algomoim-drafts");

const database = () => opened<Schema>();

const last = "\uffff";
const all = (owner: string, key: string) => IDBKeyRange.bound([owner, key, ""], [owner, key, last]);

/** Drafts in this browser; they outlive the tab, the login and the line. Failures are silent: there is the server, too. */
export const draftStore = {
  /** `gone`: sittings whose drafts are not to be offered any more, wherever else they are found. */
  async read(owner: string, key: string): Promise<{ drafts: KeptDraft[]; gone: string[] }> {
    try {
      const found = await (await database()).getAll("drafts", all(owner, key));
      return {
        drafts: found.filter((one): one is KeptDraft => !("isGone" in one)),
        gone: found.filter((one) => "isGone" in one).map(({ sitting }) => sitting),
      };
    } catch {
      return { drafts: [], gone: [] };
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
  /** The server has kept what was written `at` that time. */
  async setHeard({ owner, key, sitting, at }: KeptDraft, heard: KeptDraft["heard"]): Promise<void> {
    try {
      const { store, done } = (await database()).transaction("drafts", "readwrite");
      const draft = await store.get([owner, key, sitting]);
      if (draft && !("isGone" in draft) && draft.at === at) await store.put({ ...draft, heard });
      await done;
    } catch {}
  },
  /** Sent or thrown away. Remembered until `forget`. */
  async remove(owner: string, key: string, sittings: readonly string[]): Promise<void> {
    try {
      const db = await database();
      const gone = sittings.map((sitting): Gone => ({ owner, key, sitting, isGone: true }));
      await Promise.all(gone.map((one) => db.put("drafts", one)));
      removals.postMessage(sittings);
    } catch {}
  },
  /** Calls back with the names that another tab removes; answers how to stop that. */
  onRemoved(listener: (sittings: readonly string[]) => void): () => void {
    const hear = ({ data }: MessageEvent<readonly string[]>) => listener(data);
    removals.addEventListener("message", hear);
    return () => removals.removeEventListener("message", hear);
  },
  /** The server does not hold them any more either. */
  async forget(owner: string, key: string, sittings: readonly string[]): Promise<void> {
    try {
      const db = await database();
      await Promise.all(sittings.map((sitting) => db.delete("drafts", [owner, key, sitting])));
    } catch {}
  },
  /** Of somebody who has left the site. */
  async removeAllOf(owner: string): Promise<void> {
    try {
      await (await database()).delete("drafts", IDBKeyRange.bound([owner, "", ""], [owner, last, last]));
    } catch {}
  },
};
