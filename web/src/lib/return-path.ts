import { tabEntries } from "./storage/entries.ts";

const entry = "redirect";

/** Stores the path to return to after login or enrolling: a path of this site (spec/wire-contract.md §2.3). */
export function rememberReturnPath(path: string): void {
  tabEntries.set(entry, path);
}

/** The stored path, if it belongs to this site. */
export function rememberedReturnPath(): string | null {
  const path = tabEntries.get(entry);
  return path && /^\/(?![/\\])/.test(path) ? path : null;
}

export const forgetReturnPath = (): void => tabEntries.remove(entry);

/** The origin of a navigation to /login, from the route state. */
export function returnPathOf(state: unknown): string | null {
  const from = state && typeof state === "object" && "from" in state ? state.from : null;
  return typeof from === "string" && from.startsWith("/") ? from : null;
}
