import { dayEnds, midnight, studyDay } from "#contracts/dates";
import { changeSignal } from "./change-signal.ts";
import { isRecord } from "./navigation-state.ts";
import { serverDay, serverNow, serverTime } from "./server-clock.ts";
import { currentToken, memberOf, onSessionChange } from "./session.ts";
import { deviceEntries } from "./storage/entries.ts";

/**
 * When the days of the member's teams end (spec/rhythm.md rule 1), as last answered; until the first answer of a visit, as
 * on the last one. Visitors see each team by Seoul days.
 */
const entryOf = (uuid: string) => `day-ends:${uuid}`;
const changes = changeSignal();

export function onDayEndsChange(update: () => void): () => void {
  const stops = [changes.subscribe(update), onSessionChange(update)];
  return () => {
    for (const stop of stops) stop();
  };
}

function storedOf(uuid: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(deviceEntries.get(entryOf(uuid)) ?? "");
    return isRecord(stored) ? stored : {};
  } catch {
    return {};
  }
}

/** Undefined for a visitor, and until the first answer about the team on this device. */
export function knownDayEnd(teamId: number): string | undefined {
  const uuid = memberOf(currentToken());
  const known = uuid === null ? undefined : storedOf(uuid)[teamId];
  return dayEnds.find((dayEndsAt) => dayEndsAt === known);
}

export function noteDayEnd(teamId: number, dayEndsAt: string): void {
  const uuid = memberOf(currentToken());
  if (uuid === null || dayEndsAt === knownDayEnd(teamId)) return;
  deviceEntries.set(entryOf(uuid), JSON.stringify({ ...storedOf(uuid), [teamId]: dayEndsAt }));
  changes.notify();
}

/** The team's day of an instant of this device, by default of now, `yyyy-MM-dd`. */
export const teamDay = (teamId: number, deviceTime?: number): string =>
  studyDay(new Date(serverTime(deviceTime)), knownDayEnd(teamId) ?? midnight);

/** The day that it is for teams whose day ends last. */
const latestDay = () => studyDay(serverNow(), dayEnds.at(-1) ?? midnight);

/** Whether the present day of a team depends on when its day ends, which is not known. */
export const isDayUncertain = (teamId: number): boolean =>
  knownDayEnd(teamId) === undefined && latestDay() !== serverDay();

/** Changes whenever a day of the team may have ended. */
export const endedDayOf = (teamId: number): string =>
  knownDayEnd(teamId) === undefined ? `${serverDay()} ${latestDay()}` : teamDay(teamId);
