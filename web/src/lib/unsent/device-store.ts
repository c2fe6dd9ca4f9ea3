import type { DBSchema } from "idb";
import { database } from "../storage/database.ts";
import type { UnsentRecord } from "./record.ts";
import { type Disk, type Range, UnsentStore } from "./store.ts";

interface Schema extends DBSchema {
  unsent: { key: [string, string, string]; value: UnsentRecord };
}

const last = "\uffff";
const keysOf = ([memberId, key, id]: Range) =>
  IDBKeyRange.bound([memberId, key ?? "", id ?? ""], [memberId, key ?? last, id ?? last]);

/** `strict`, because a text must survive a power failure right afterwards. */
async function transaction() {
  return (await database<Schema>()).transaction("unsent", "readwrite", { durability: "strict" });
}

const disk: Disk = {
  async change(range, work) {
    const { store, done } = await transaction();
    // The transaction is over when `done` is; a request that fails rejects both.
    done.catch(() => undefined);
    const { put = [], remove = [] } = work(await store.getAll(keysOf(range)));
    for (const { memberId, key, id } of remove) await store.delete([memberId, key, id]);
    for (const record of put) await store.put(record);
    await done;
  },
  read: async (range) => (await database<Schema>()).getAll("unsent", keysOf(range)),
  async put(record) {
    const { store, done } = await transaction();
    await Promise.all([store.put(record), done]);
  },
  all: async () => (await database<Schema>()).getAll("unsent"),
};

const otherTabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("unsent");

/** The unsent texts of this device. */
export const unsent = new UnsentStore(
  disk,
  (range) => otherTabs?.postMessage(range),
  typeof indexedDB === "undefined",
);

const listeners = new Set<() => void>();
/** Calls back when another tab has changed records, once they are read. */
export const onOtherTab = (listener: () => void): unknown => listeners.add(listener);

otherTabs?.addEventListener("message", ({ data }: MessageEvent<Range>) => {
  void unsent.read(...data).then(() => {
    for (const listener of listeners) listener();
  });
});
