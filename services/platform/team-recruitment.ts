import type { EventStore } from "../event-store/event-store.ts";

/** The recruitment that a team was made from or that holds its place now; null without one. */
export async function recruitmentOfTeam(store: EventStore, teamId: number): Promise<number | null> {
  const { events } = await store.read(`team-${teamId}`);
  const last = events.findLast(({ type }) => type === "TeamCreated" || type === "RecruitmentReserved");
  return (last?.data["recruitmentId"] as number | null | undefined) ?? null;
}
