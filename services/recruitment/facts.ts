import type { EventStore } from "../event-store/event-store.ts";
import { load } from "../platform/folding.ts";
import { type MemberPhase, memberPhaseOf } from "../platform/lookups/membership.ts";
import type { RecruitmentFacts } from "../platform/lookups/recruitments.ts";
import { noRoster, type Roster, rosterOf } from "../platform/lookups/roster.ts";
import { applicantsOf } from "./application.ts";
import { recruitment } from "./recruitment.ts";
import { type ByCaller, isLive, type RecruitmentState } from "./state.ts";

export const streamOf = (recruitmentId: number) => `recruitment-${recruitmentId}`;

type PhaseOf = (uuid: string) => Promise<MemberPhase>;

/** What other streams say about a recruitment at this moment. */
export async function surroundingsOf(
  store: EventStore,
  state: RecruitmentState,
  phaseOf: PhaseOf = (uuid) => memberPhaseOf(store, uuid),
): Promise<Omit<ByCaller, "callerId">> {
  if (!isLive(state)) return { team: noRoster, isAuthorGone: false };
  rememberWriter(state.recruitmentId, state.authorId);
  const [{ team }, phase] = await Promise.all([linkedTeam(store, state), phaseOf(state.authorId)]);
  return { team, isAuthorGone: phase === "withdrawn" };
}

/** Recruitments whose writers a process remembers, at most. */
const mostRemembered = 10_000;
const writers = new Map<number, string>();

/** Who wrote a recruitment never changes. */
export function rememberWriter(recruitmentId: number, authorId: string): void {
  if (writers.size >= mostRemembered) writers.clear();
  writers.set(recruitmentId, authorId);
}

/**
 * Where the writer of a recruitment stands, asked for at once when this process has met the recruitment before: beside
 * the recruitment itself, which says who the writer is. Good for one decision; another one asks anew.
 */
export function expectPhaseOfWriter(store: EventStore, recruitmentId: number): PhaseOf {
  const writer = writers.get(recruitmentId);
  let expected = writer === undefined ? undefined : memberPhaseOf(store, writer);
  // Whoever needs it asks again.
  expected?.catch(() => {});
  return (uuid) => {
    const found = uuid === writer ? expected?.catch(() => memberPhaseOf(store, uuid)) : undefined;
    expected = undefined;
    return found ?? memberPhaseOf(store, uuid);
  };
}

/** The recruitment's team, also in the moment between its creation and the link. */
async function linkedTeam(
  store: EventStore,
  { teamId, reservedTeamId }: RecruitmentState,
): Promise<{ teamId: number | null; team: Roster }> {
  if (teamId !== null) return { teamId, team: await rosterOf(store, teamId) };
  if (reservedTeamId === null) return { teamId: null, team: noRoster };
  const team = await rosterOf(store, reservedTeamId);
  return team.phase === "live" ? { teamId: reservedTeamId, team } : { teamId: null, team: noRoster };
}

/** undefined when there is no such recruitment, or it goes with its team or writer. */
export async function recruitmentFacts(
  store: EventStore,
  recruitmentId: number,
): Promise<RecruitmentFacts | undefined> {
  const { state } = await load(store, recruitment, streamOf(recruitmentId));
  if (!isLive(state)) return undefined;
  const [{ teamId, team }, phase] = await Promise.all([
    linkedTeam(store, state),
    memberPhaseOf(store, state.authorId),
  ]);
  if (team.phase === "deleted" || phase === "withdrawn") return undefined;
  return { authorId: state.authorId, teamId, applicants: new Set(applicantsOf(state)) };
}
