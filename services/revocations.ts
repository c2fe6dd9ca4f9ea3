import type { RecordedEvent } from "./event-store/event-store.ts";
import type { Revocation } from "./platform/live-options.ts";

const managerViews = (teamId: unknown) =>
  (["team-members", "role-history"] as const).map((view) => ({ view, key: String(teamId) }));
const ofManager = (member: string, teamId: unknown): Revocation[] =>
  managerViews(teamId).map((channel) => ({ member, ...channel }));

/** Rights to watch that an event may have ended. Pure. */
export function revocationsOf({ type, data }: RecordedEvent): Revocation[] {
  const text = (field: string) => String(data[field]);
  switch (type) {
    case "MemberKicked":
    case "MemberLeft":
    case "ManagerDemoted":
      return ofManager(text("memberId"), data.teamId);
    case "ManagerDelegated":
      return ofManager(text("fromId"), data.teamId);
    case "TeamDeleted":
      return managerViews(data.teamId).map((deleted) => ({ deleted }));
    case "MemberWithdrawn":
      return [{ member: text("memberId") }];
    default:
      return [];
  }
}
