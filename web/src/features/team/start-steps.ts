import { useCallback, useEffect, useState } from "react";
import type { TeamToday } from "#contracts/today/api";
import { announceRequest, inviteRequest } from "#web/lib/navigation-state.ts";
import { useSession } from "#web/lib/session.ts";
import { deviceEntries } from "#web/lib/storage/entries.ts";

export type Start = NonNullable<TeamToday["start"]>;

interface Step {
  readonly fact: keyof Start;
  readonly title: string;
  readonly action: string;
  readonly to: (teamId: number, date: string) => string;
  readonly state?: object;
}

export const teamAddress = (teamId: number) => `/team-dashboard/${teamId}`;

/** In the recommended order. */
export const steps: readonly Step[] = [
  { fact: "invited", title: "팀원 초대하기", action: "초대하기", to: teamAddress, state: inviteRequest },
  {
    fact: "subject",
    title: "오늘의 문제 올리기",
    action: "문제 쓰기",
    to: (teamId, date) => `/team-subject/${teamId}/${date}`,
  },
  { fact: "wrote", title: "첫 글 쓰기", action: "글쓰기", to: (teamId) => `/posting/${teamId}` },
  { fact: "announced", title: "공지 적기", action: "공지 적기", to: teamAddress, state: announceRequest },
];

const dismissedEntry = (uuid: string | null, teamId: number) => `start-dismissed:${uuid}:${teamId}`;

export const isStartDismissed = (uuid: string | null, teamId: number): boolean =>
  deviceEntries.get(dismissedEntry(uuid, teamId)) !== null;

/**
 * The first steps of a new team (spec/daily-use.md §7.8), whether each is done, and whether the member has dismissed
 * them.
 */
export function useStart(teamId: number, start: Start) {
  const { uuid } = useSession();
  const [isGone, setGone] = useState(() => isStartDismissed(uuid, teamId));
  const next = steps.find(({ fact }) => !start[fact]);
  const isReady = next === undefined;
  const dismiss = useCallback(() => deviceEntries.set(dismissedEntry(uuid, teamId), "1"), [uuid, teamId]);
  // The completed list is shown only once.
  useEffect(() => {
    if (isReady) dismiss();
  }, [isReady, dismiss]);
  const close = () => {
    dismiss();
    setGone(true);
  };
  return { isGone, done: steps.filter(({ fact }) => start[fact]).length, next, close };
}
