import { useQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { midnight } from "#contracts/dates";
import { isDayUncertain, knownDayEnd, onDayEndsChange } from "#web/lib/day-ends.ts";
import { useFirstMembership } from "#web/lib/member-info.ts";
import { currentToken } from "#web/lib/session.ts";
import { rhythmQuery } from "./rhythm/queries.ts";

/** When the team's day ends, as far as it is known. */
export const useDayEnd = (teamId: number): string =>
  useSyncExternalStore(onDayEndsChange, () => knownDayEnd(teamId) ?? midnight);

/**
 * Whether the rhythm of a member's team has been answered, once since the begin of a page; true for others, and without an
 * answer.
 */
export function useIsRhythmKnown(teamId: number): boolean {
  const { isMember, isChecking } = useFirstMembership(teamId);
  // A logout fetches active queries again before the page is rendered without the member.
  const enabled = () => isMember === true && currentToken() !== null;
  const { isFetched, failureCount } = useQuery({ ...rhythmQuery(teamId), enabled });
  const isAwaited = isChecking || (isMember === true && !isFetched && failureCount === 0);
  return useOnceTrue(!isAwaited);
}

/**
 * Asks when the days of a team end. False while the answer is awaited that decides which day it is, so that a page does not
 * open on another one; without an answer it opens.
 */
export function useIsDayKnown(teamId: number): boolean {
  const isRhythmKnown = useIsRhythmKnown(teamId);
  return useOnceTrue(isRhythmKnown || !isDayUncertain(teamId));
}

/** Stays true from the first time on. */
function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setTrue(true);
  return isTrue || wasTrue;
}
