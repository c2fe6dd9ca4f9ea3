import { useCallback, useSyncExternalStore } from "react";
import type { MyApplication } from "#contracts/application/api";
import { useSession } from "./session.ts";

const listeners = new Set<() => void>();
const entryOf = (uuid: string) => `applications-seen:${uuid}`;

type Change = Pick<MyApplication, "appliedAt" | "changedAt">;

/** Somebody else has answered after this moment; what one did oneself is no news. */
export const isNews = ({ appliedAt, changedAt }: Change, seenAt: number): boolean =>
  changedAt !== appliedAt && Date.parse(changedAt) > seenAt;

/** The latest change in ms since 1970, 0 without any. */
export const latestChange = (applications: readonly Change[]): number =>
  Math.max(0, ...applications.map(({ changedAt }) => Date.parse(changedAt)));

export const forgetSeenApplications = (uuid: string): void => localStorage.removeItem(entryOf(uuid));

/** When a member last looked at the own applications in this browser, by the server's clock; 0 for never. */
export const seenAt = (uuid: string): number => Number(localStorage.getItem(entryOf(uuid))) || 0;

/** Remembers a look at everything up to this moment; an earlier one changes nothing. */
export function rememberLook(uuid: string, at: number): void {
  if (at <= seenAt(uuid)) return;
  localStorage.setItem(entryOf(uuid), String(at));
  for (const listener of listeners) listener();
}

function follow(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** `seenAt` of the member logged in; follows other tabs too. */
export function useSeenAt(): number {
  const { uuid } = useSession();
  return useSyncExternalStore(
    follow,
    useCallback(() => (uuid === null ? 0 : seenAt(uuid)), [uuid]),
  );
}
