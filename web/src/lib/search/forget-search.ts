import { deviceEntries } from "../storage/entries.ts";

const prefix = "search-";

/** The database with the search index of a member. */
export const storeOf = (memberId: string): string => prefix + memberId;

/** A note of each database, because Firefox before 126 does not list them. */
const note = "search:";
export function noteSearch(memberId: string): void {
  deviceEntries.set(note + memberId, "");
}

/** A suspended tab does not close its connection: the database is deleted once that tab runs again. */
const patienceMs = 2000;

/** Resolves when the database is deleted, or a suspended tab blocks it; other tabs close their connections. */
const remove = (name: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = () => resolve();
    setTimeout(resolve, patienceMs);
  });

/** Deletes the search index of a member from this device. */
export async function forgetSearch(memberId: string): Promise<void> {
  deviceEntries.remove(note + memberId);
  try {
    await remove(storeOf(memberId));
  } catch {
    // Nothing can be stored in this browser.
  }
}

/** Deletes the search indexes of all members but one, or of all (spec/daily-use.md §8). */
export async function forgetOtherSearches(memberId: string | null): Promise<void> {
  const others = new Set<string>();
  for (const name of deviceEntries.names()) if (name.startsWith(note)) others.add(name.slice(note.length));
  try {
    for (const { name = "" } of await indexedDB.databases())
      if (name.startsWith(prefix)) others.add(name.slice(prefix.length));
  } catch {
    // This browser does not list its databases, or stores nothing.
  }
  if (memberId !== null) others.delete(memberId);
  await Promise.all([...others].map(forgetSearch));
}
