import "#tests/support/indexed-db";
import { type DBSchema, openDB } from "idb";
import { afterEach, expect, it, vi } from "vitest";
import { draftOf } from "#tests/support/unsent";

interface Schema extends DBSchema {
  unsent: { key: string[]; value: object };
}

/** What `database.ts` has opened, after this browser has used another version of the program. */
async function reopened(
  version: number,
  stores: Readonly<Record<string, string[]>>,
  texts: readonly object[],
) {
  const before = await openDB("algomoim", version, {
    upgrade(database) {
      for (const [name, keyPath] of Object.entries(stores)) database.createObjectStore(name, { keyPath });
    },
  });
  const [store = ""] = Object.keys(stores);
  for (const text of texts) await before.put(store, text);
  before.close();
  vi.resetModules();
  const { database } = await import("./database.ts");
  const opened = await database<Schema>();
  const found = { names: [...opened.objectStoreNames], texts: await opened.getAll("unsent") };
  opened.close();
  return found;
}

afterEach(() => void indexedDB.deleteDatabase("algomoim"));

it("keeps the texts of a browser with release 0.2.0", async () => {
  const text = draftOf("dotori", "글");
  const found = await reopened(7, { unsent: ["memberId", "key", "id"] }, [text]);
  expect(found).toEqual({ names: ["unsent"], texts: [text] });
});

it("begins with one empty store in a browser that has used an unreleased version", async () => {
  const found = await reopened(5, { drafts: ["owner", "key", "draftId"] }, []);
  expect(found).toEqual({ names: ["unsent"], texts: [] });
});
