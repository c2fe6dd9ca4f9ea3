import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { deviceEntries } from "./entries.ts";

/** Each migrates the database from the version of its index to the next one; a released one is never changed. */
const upgrades: readonly ((database: IDBPDatabase) => void)[] = [
  (database) => void database.createObjectStore("drafts"),
  (database) => void database.createObjectStore("last-team"),
  (database) => {
    database.deleteObjectStore("drafts");
    database.createObjectStore("drafts", { keyPath: ["owner", "key", "draftId"] });
  },
  (database) => void database.createObjectStore("outbox", { keyPath: "id" }),
  (database) => database.deleteObjectStore("last-team"),
  (database) => void database.createObjectStore("trash", { keyPath: "id" }),
  (database) => {
    for (const store of ["drafts", "outbox", "trash"]) database.deleteObjectStore(store);
    database.createObjectStore("unsent", { keyPath: ["memberId", "key", "id"] });
    for (const name of deviceEntries.names()) if (name.startsWith("form-draft:")) deviceEntries.remove(name);
  },
];

let opened: Promise<IDBPDatabase> | undefined;
const forgetConnection = () => {
  opened = undefined;
};

/** Async, so that it rejects if there is no `indexedDB` at all. */
const open = async () =>
  openDB("algomoim", upgrades.length, {
    upgrade(database, from) {
      for (const upgrade of upgrades.slice(from)) upgrade(database);
    },
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
