import { isRealDate } from "#contracts/dates";

export interface RoomName {
  readonly id: string;
  readonly teamId: number;
  readonly date: string;
}

/** Parses a room's name; undefined if it is invalid (`subjectRoom` of contracts/documents/api.ts). */
export function roomNamed(id: string): RoomName | undefined {
  const [, teamId, date = ""] =
    /^subject\/([1-9]\d{0,14})\/([\d-]{10})\/(?:new|[1-9]\d{0,14}\.[1-9]\d{0,8})$/.exec(id) ?? [];
  return isRealDate(date) ? { id, teamId: Number(teamId), date } : undefined;
}

/** Prefix of the rooms of a team, or of one of its days. */
export const roomsOf = (teamId: number, date?: string) =>
  date === undefined ? `subject/${teamId}/` : `subject/${teamId}/${date}/`;
