import type { EventStore } from "../../event-store/event-store.ts";
import { type Fold, load } from "../folding.ts";

/** The recruitment that a team was made from or that holds its place now; null without one. */
export async function recruitmentOfTeam(store: EventStore, teamId: number): Promise<number | null> {
  return (await load(store, ofTeam, `team-${teamId}`)).state;
}

const ofTeam: Fold<number | null, { type: string; data: { recruitmentId?: number | null } }> = {
  initial: null,
  evolve: (before, { type, data }) =>
    type === "TeamCreated" || type === "RecruitmentReserved" ? (data.recruitmentId ?? null) : before,
  isRemembered: true,
};
