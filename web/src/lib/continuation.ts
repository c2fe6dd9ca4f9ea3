import { useEffect, useEffectEvent } from "react";
import { useLocation } from "react-router-dom";
import { useSession } from "./session.ts";
import { tabEntries } from "./storage/entries.ts";

/** An action that continues after the login that it required. */
export type ContinuedAction = "join-by-invitation" | "open-password" | "apply";

const entry = "continuation";
const longestMs = 15 * 60_000;

/**
 * Stores an action that was started on a path until the login that follows. Never taken from the address: a link from
 * elsewhere must not join a team.
 */
export function continueAfterLogin(action: ContinuedAction, path: string): void {
  tabEntries.set(entry, JSON.stringify({ path, action, at: Date.now() }));
}

export const forgetContinuation = (): void => tabEntries.remove(entry);

/** Whether this action was started here within a quarter of an hour; returns true once. */
export function takeContinuation(action: ContinuedAction, path: string): boolean {
  const stored = tabEntries.get(entry);
  if (stored === null) return false;
  try {
    const found = JSON.parse(stored) as Record<string, unknown>;
    if (found["action"] !== action || found["path"] !== path) return false;
    tabEntries.remove(entry);
    const age = Date.now() - Number(found["at"]);
    return age >= 0 && age <= longestMs;
  } catch {
    tabEntries.remove(entry);
    return false;
  }
}

/** Continues an action started on this page before the login, once, as soon as the page is ready for it. */
export function useContinuation(action: ContinuedAction, isReady: boolean, go: () => unknown): void {
  const { isLoggedIn } = useSession();
  const { pathname } = useLocation();
  const isDue = isReady && isLoggedIn;
  const react = useEffectEvent(() => {
    if (isDue && takeContinuation(action, pathname)) void go();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when it becomes possible
  useEffect(() => react(), [isDue, pathname]);
}
