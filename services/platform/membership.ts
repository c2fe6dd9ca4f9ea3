import type { EventStore } from "../event-store/event-store.ts";

/** Where a person stands with the site. */
export type MemberPhase = "absent" | "signed-up" | "complete" | "withdrawn";

const phaseAfter: Readonly<Record<string, MemberPhase>> = {
  MemberSignedUp: "signed-up",
  ProfileCompleted: "complete",
  MemberWithdrawn: "withdrawn",
};

/** The phase of a member as the log knows it at this moment. */
export async function memberPhaseOf(store: EventStore, uuid: string): Promise<MemberPhase> {
  const { events } = await store.read(`member-${uuid}`, { personal: "closed" });
  return events.reduce<MemberPhase>((phase, event) => phaseAfter[event.type] ?? phase, "absent");
}
