import type { EventStore } from "../event-store/event-store.ts";
import { type Fold, load } from "../platform/folding.ts";

/** The registration state of a member. */
type MemberPhase = "absent" | "signed-up" | "complete" | "withdrawn";

const phaseAfter: Readonly<Record<string, MemberPhase>> = {
  MemberSignedUp: "signed-up",
  ProfileCompleted: "complete",
  MemberWithdrawn: "withdrawn",
};

/** The phase of a member according to the log. */
export async function memberPhaseOf(store: EventStore, uuid: string): Promise<MemberPhase> {
  return (await load(store, folded, `member-${uuid}`, { personal: "closed" })).state;
}

/** Reads no personal field, so they stay encrypted. */
const folded: Fold<MemberPhase, { type: string }> = {
  initial: "absent",
  evolve: (phase, { type }) => phaseAfter[type] ?? phase,
  isRemembered: true,
};
