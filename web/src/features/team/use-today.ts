import { useMemo, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isRealDate } from "#contracts/dates";
import { onDayEndsChange, teamDay } from "#web/lib/day-ends.ts";
import { isRecord } from "#web/lib/navigation-state.ts";
import { onClockChange, serverDay } from "#web/lib/server-clock.ts";
import { onTimePassing } from "#web/lib/use-minute.ts";

/** Today in Seoul by the server's clock, `yyyy-MM-dd`; changes at midnight, even if the machine was asleep. */
export const useToday = (): string => useSyncExternalStore(onTimePassing, () => serverDay());

const onTeamDayChange = (update: () => void) => both(onTimePassing(update), onDayEndsChange(update));
const onBegunDayChange = (update: () => void) => both(onClockChange(update), onDayEndsChange(update));
const both = (one: () => void, other: () => void) => () => {
  one();
  other();
};

/** Today of a team, which changes when the team's day ends. Pages first await `useIsDayKnown`. */
export const useTeamToday = (teamId: number): string =>
  useSyncExternalStore(onTeamDayChange, () => teamDay(teamId));

/** A text of each team about its present day, of which the array stays the same until one of them changes. */
export function useTeamDays(
  teams: readonly { readonly teamId: number }[],
  textOf: (teamId: number) => string,
): readonly string[] {
  const texts = useSyncExternalStore(onTeamDayChange, () =>
    teams.map(({ teamId }) => textOf(teamId)).join("\n"),
  );
  return useMemo(() => texts.split("\n"), [texts]);
}

/**
 * The team's day on which this component began, or was last set to now: the end of the day does not change it, a correction
 * of the clock or of the end does.
 */
export function useBegunDay(teamId: number): readonly [day: string, setToNow: () => void] {
  const [begunAt, setBegunAt] = useState(Date.now);
  const day = useSyncExternalStore(onBegunDayChange, () => teamDay(teamId, begunAt));
  return [day, () => setBegunAt(Date.now())];
}

/** The day in the history state, set by the linking page or by the last choice. */
function storedDay(state: unknown): string | null {
  const day = isRecord(state) ? state.day : null;
  return typeof day === "string" && isRealDate(day) ? day : null;
}

/**
 * The chosen day of a team's admin page, initially today. It is in the history state and not in the address, so Back
 * and a reload restore it. `hasTurned`: today was chosen, and it has ended since.
 */
export function useChosenDay(teamId: number, today: string) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [begun, beginNow] = useBegunDay(teamId);
  /** Null for today. */
  const chosen = storedDay(state);
  const choose = (next: string) => {
    if (next === today) beginNow();
    // Without the page of the former day. Today is stored as null, because tomorrow it is another day.
    void navigate(".", { replace: true, state: next === today ? null : { day: next } });
  };
  return { day: chosen ?? begun, choose, hasTurned: chosen === null && begun !== today };
}
