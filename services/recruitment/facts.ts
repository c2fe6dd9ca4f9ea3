import type { EventStore } from "../event-store/event-store.ts";
import { memberPhaseOf } from "../member/facts.ts";
import { load } from "../platform/folding.ts";
import { isManager, noRoster, type Roster, rosterOf } from "../team/facts.ts";
import { type AppliedTo, applicantsOf } from "./application.ts";
import { type ByCaller, isLive } from "./permits.ts";
import { recruitment } from "./recruitment.ts";

export const streamOf = (recruitmentId: number) => `recruitment-${recruitmentId}`;

/** The caller, and the current facts from other streams about a recruitment. */
export async function byCaller(
  store: EventStore,
  callerId: string | null,
  state: AppliedTo,
): Promise<ByCaller> {
  const caller = { callerId: callerId as string };
  if (!isLive(state)) return { ...caller, team: noRoster, isAuthorGone: false };
  const { team, isAuthorGone } = await othersOf(store, state);
  return { ...caller, team, isAuthorGone };
}

async function othersOf(store: EventStore, state: AppliedTo) {
  const [linked, phase] = await Promise.all([linkedTeam(store, state), memberPhaseOf(store, state.authorId)]);
  return { ...linked, isAuthorGone: phase === "withdrawn" };
}

/** The recruitment's team, also between its creation and the link. */
async function linkedTeam(
  store: EventStore,
  { teamId, reservedTeamId }: AppliedTo,
): Promise<{ teamId: number | null; team: Roster }> {
  if (teamId !== null) return { teamId, team: await rosterOf(store, teamId) };
  if (reservedTeamId === null) return { teamId: null, team: noRoster };
  const team = await rosterOf(store, reservedTeamId);
  return team.phase === "live" ? { teamId: reservedTeamId, team } : { teamId: null, team: noRoster };
}

/** Facts that a team needs before it admits applicants of a recruitment. */
export interface RecruitmentFacts {
  readonly authorId: string;
  readonly teamId: number | null;
  /** uuids of the members with a pending application. */
  readonly applicants: ReadonlySet<string>;
}

/** Undefined if the recruitment does not exist, or is deleted with its team or author. */
export async function recruitmentFacts(
  store: EventStore,
  recruitmentId: number,
): Promise<RecruitmentFacts | undefined> {
  const { state } = await load(store, recruitment, streamOf(recruitmentId));
  if (!isLive(state)) return undefined;
  const { teamId, team, isAuthorGone } = await othersOf(store, state);
  if (team.phase === "deleted" || isAuthorGone) return undefined;
  return { authorId: state.authorId, teamId, applicants: new Set(applicantsOf(state)) };
}

/** The writer of a recruitment and the managers of its team; none if it is deleted. */
export async function recruitersOf(store: EventStore, recruitmentId: number): Promise<string[]> {
  const { state } = await load(store, recruitment, streamOf(recruitmentId), { personal: "closed" });
  if (!isLive(state)) return [];
  const { team } = await linkedTeam(store, state);
  const managers = [...team.members.keys()].filter((uuid) => isManager(team, uuid));
  return [...new Set([state.authorId, ...managers])];
}

export async function recruitmentPhaseOf(
  store: EventStore,
  recruitmentId: number,
): Promise<"absent" | "live" | "deleted"> {
  const { state } = await load(store, recruitment, streamOf(recruitmentId), { personal: "closed" });
  return isLive(state) ? "live" : state.phase === "deleted" ? "deleted" : "absent";
}
