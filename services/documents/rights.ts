import type { EventStore, RecordedEvent } from "../event-store/event-store.ts";
import { isManager, isMember, rosterOf } from "../team/facts.ts";
import type { RoomName } from "./room-name.ts";

/** Whether a member may be in a room, by what the log knows at this moment. */
export async function mayEnter(store: EventStore, member: string, name: RoomName): Promise<boolean> {
  if (name.kind === "draft") return name.owner === member;
  const roster = await rosterOf(store, name.teamId);
  return name.kind === "subject" ? isManager(roster, member) : isMember(roster, member);
}

/** Rights that an event may have ended: of a member, in one team or everywhere; or of all in a team. */
export interface Loss {
  readonly member?: string;
  readonly teamId?: number;
}

/** Pure; undefined when nobody has lost anything. */
export function lossBy({ type, data }: RecordedEvent): Loss | undefined {
  switch (type) {
    case "MemberKicked":
    case "MemberLeft":
    case "ManagerDemoted":
      return { member: String(data["memberId"]), teamId: Number(data["teamId"]) };
    case "ManagerDelegated":
      return { member: String(data["fromId"]), teamId: Number(data["teamId"]) };
    case "MemberWithdrawn":
      return { member: String(data["memberId"]) };
    case "TeamDeleted":
      return { teamId: Number(data["teamId"]) };
    default:
      return undefined;
  }
}
