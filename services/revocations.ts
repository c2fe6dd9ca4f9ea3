import type { RecordedEvent } from "./event-store/event-store.ts";
import type { Revocation } from "./platform/live-options.ts";

const managerViews = (member: string, teamId: unknown): Revocation[] => [
  { member, view: "team-members", key: String(teamId) },
  { member, view: "role-history", key: String(teamId) },
];

/** Rights to watch that an event may have ended. Pure. */
export function revocationsOf({ type, data }: RecordedEvent): Revocation[] {
  const text = (field: string) => String(data[field]);
  switch (type) {
    case "MemberKicked":
    case "MemberLeft":
    case "ManagerDemoted":
      return managerViews(text("memberId"), data.teamId);
    case "ManagerDelegated":
      return managerViews(text("fromId"), data.teamId);
    case "MemberWithdrawn":
      return [{ member: text("memberId") }];
    default:
      return [];
  }
}
