const prefix = "search-";

/** The database with the search index of a member. */
export const storeOf = (memberId: string): string => prefix + memberId;

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
  try {
    await remove(storeOf(memberId));
  } catch {
    // Nothing can be stored in this browser.
  }
}

/** Deletes the search indexes of all members but one, or of all (spec/daily-use.md §8). */
export async function forgetOtherSearches(memberId: string | null): Promise<void> {
  try {
    const own = memberId === null ? undefined : storeOf(memberId);
    const names = (await indexedDB.databases()).map(({ name = "" }) => name);
    await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== own).map(remove));
  } catch {
    // Nothing can be stored in this browser.
  }
}
