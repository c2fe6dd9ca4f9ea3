import { studyDay } from "#contracts/dates";
import { documentCloseCodes, subjectRoom } from "#contracts/documents/api";
import { closeCodes } from "#contracts/live";
import type { EventStore } from "../event-store/event-store.ts";
import { savedProblem } from "../subject/facts.ts";
import { dayEndOf, isManager, rosterOf } from "../team/facts.ts";
import type { RoomName } from "./room-name.ts";

const dayMs = 24 * 3600_000;

/** The room of the problem as it is saved now. */
export const presentRoom = async (store: EventStore, teamId: number, date: string): Promise<string> =>
  subjectRoom(teamId, date, await savedProblem(store, teamId, date));

/** The close code for a member in a room according to the log; undefined if they may be in it. */
export async function refusalOf(
  store: EventStore,
  member: string,
  { id, teamId, date }: RoomName,
  { now, daysAround }: { readonly now: Date; readonly daysAround: number },
): Promise<number | undefined> {
  if (!isManager(await rosterOf(store, teamId), member)) return closeCodes.revoked;
  const present = await presentRoom(store, teamId, date);
  if (id !== present) return documentCloseCodes.savedMeanwhile;
  // Limits the number of days, because each day has a room.
  const today = studyDay(now, await dayEndOf(store, teamId));
  const days = Math.abs(Date.parse(date) - Date.parse(today)) / dayMs;
  return present === subjectRoom(teamId, date, null) && days > daysAround
    ? documentCloseCodes.dayTooFar
    : undefined;
}
