import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** The version of the first release, 0.2.0. A later version gets a step of its own, which keeps all texts. */
const firstVersion = 7;

/** Nothing before the first release is kept. */
function createStores(database: IDBPDatabase): void {
  for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
  database.createObjectStore("unsent", { keyPath: ["memberId", "key", "id"] });
}

let opened: Promise<IDBPDatabase> | undefined;
const forgetConnection = () => {
  opened = undefined;
};

/** Async, so that it rejects if there is no `indexedDB` at all. */
const open = async () =>
  openDB("algomoim", firstVersion, {
    upgrade: createStores,
    // Another tab runs a newer release.
    blocking(_from, _to, { target }) {
      forgetConnection();
      if (target instanceof IDBDatabase) target.close();
    },
    terminated: forgetConnection,
  });

/**
 * The one database of this browser; a module that uses a store declares its types. Rejects if the browser refuses
 * storage, as in private windows.
 */
export function database<Stores extends DBSchema>(): Promise<IDBPDatabase<Stores>> {
  opened ??= open();
  opened.catch(forgetConnection);
  return opened as Promise<IDBPDatabase<Stores>>;
}
