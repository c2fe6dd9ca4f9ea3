/** Where the browser refuses storage, or has no room, an entry is kept until the page is left. */
function entriesIn(kind: "localStorage" | "sessionStorage") {
  const unstored = new Map<string, string>();
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return work(window[kind]);
    } catch {
      return undefined;
    }
  };
  return {
    get: (name: string): string | null =>
      unstored.get(name) ?? attempt((storage) => storage.getItem(name)) ?? null,
    /** Returns whether it is stored. */
    set(name: string, value: string): boolean {
      unstored.set(name, value);
      return (
        attempt((storage) => {
          storage.setItem(name, value);
          return unstored.delete(name);
        }) ?? false
      );
    },
    remove(name: string): void {
      unstored.delete(name);
      attempt((storage) => storage.removeItem(name));
    },
    names: (): readonly string[] => [...unstored.keys(), ...(attempt(Object.keys) ?? [])],
  };
}

/** Entries of this device; one about a member has the member's uuid in its name, as `last-visit:<uuid>`. */
export const deviceEntries = entriesIn("localStorage");
/** Deletes all entries about a member. */
export function forgetEntriesOf(memberId: string): void {
  for (const name of deviceEntries.names())
    if (name.split(":").includes(memberId)) deviceEntries.remove(name);
}

/** Entries of this tab. */
export const tabEntries = entriesIn("sessionStorage");
