import type { DBSchema } from "idb";
import { outboxLimits } from "#contracts/limits";
import { isGone } from "../session.ts";
import { database } from "../storage/database.ts";
import { type OutboxEntry, sizeOf } from "./entry.ts";

/** The outbox as a browser stores it, for all its members. */
export interface OutboxStore {
  /** Entries of one member, oldest first; empty if the browser refuses storage. */
  list(memberId: string): Promise<readonly OutboxEntry[]>;
  /** `full`: the member has too many or too large entries; `unstored`: the browser refuses. */
  add(entry: OutboxEntry): Promise<"stored" | "full" | "unstored">;
  /** Changes an entry; undefined if it was removed meanwhile. */
  change(id: string, change: (entry: OutboxEntry) => OutboxEntry): Promise<OutboxEntry | undefined>;
  remove(id: string): Promise<void>;
}

interface Schema extends DBSchema {
  outbox: { key: string; value: OutboxEntry };
}

/** `strict`, because a text must survive a power failure right afterwards. */
async function transaction() {
  return (await database<Schema>()).transaction("outbox", "readwrite", { durability: "strict" });
}

const ofMember = (all: readonly OutboxEntry[], memberId: string) =>
  all
    .filter((entry) => entry.memberId === memberId)
    .sort((one, other) => one.createdAt - other.createdAt || one.id.localeCompare(other.id));

async function list(memberId: string): Promise<readonly OutboxEntry[]> {
  try {
    return ofMember(await (await database<Schema>()).getAll("outbox"), memberId);
  } catch {
    return [];
  }
}

export const outboxStore: OutboxStore = {
  list,
  async add(entry) {
    if (isGone(entry.memberId)) return "unstored";
    try {
      const { store, done } = await transaction();
      const own = ofMember(await store.getAll(), entry.memberId);
      const bytes = [...own, entry].reduce((sum, one) => sum + sizeOf(one), 0);
      const isFull = own.length >= outboxLimits.entries || bytes > outboxLimits.bytes;
      if (!isFull) await store.put(entry);
      await done;
      return isFull ? "full" : "stored";
    } catch {
      return "unstored";
    }
  },
  async change(id, change) {
    const { store, done } = await transaction();
    const entry = await store.get(id);
    const changed = entry && change(entry);
    if (changed) await store.put(changed);
    await done;
    return changed;
  },
  async remove(id) {
    const { store, done } = await transaction();
    await store.delete(id);
    await done;
  },
};

/** Deletes the entries of a member who has withdrawn or logged out. */
export async function removeOutboxOf(memberId: string): Promise<void> {
  for (const { id } of await list(memberId)) await outboxStore.remove(id).catch(() => undefined);
}
