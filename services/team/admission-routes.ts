import { validate as isUuid } from "uuid";
import { inviteApplicants } from "#contracts/recruitment/api";
import type { EventStore } from "../event-store/event-store.ts";
import { memberPhaseOf } from "../member/facts.ts";
import { handle } from "../platform/decider.ts";
import { type Call, type Route, route } from "../platform/http/route.ts";
import type { Platform } from "../platform/platform.ts";
import type { Reserve } from "../platform/reservation.ts";
import { recruitmentFacts } from "../recruitment/facts.ts";
import type { Named } from "./admission.ts";
import { isManager, rosterOf } from "./facts.ts";
import { type TeamCommand, team } from "./team.ts";

export interface AdmittingPlatform extends Platform {
  /**
   * Reserves the recruitment's one team.
   * @throws Refused `recruitment-not-found`, `not-the-recruiter`, `recruitment-has-team`
   */
  readonly reserveTeam: Reserve;
  /** Waits until other streams and the read models contain the consequences of a command. */
  readonly awaitConsequences: <Handled extends { readonly checkpoint: string }>(
    handled: Handled,
  ) => Promise<Handled>;
}

/** spec/wire-contract.md §6.7 */
export const admissionRoutes = (platform: AdmittingPlatform): Route[] => [
  route(inviteApplicants, (call) => invite(platform, call)),
];

async function invite(platform: AdmittingPlatform, call: Call<typeof inviteApplicants>) {
  const { store, awaitConsequences } = platform;
  const { teamId, recruitId: recruitmentId, memberUuids } = call.body;
  const callerId = call.caller as string;
  const handled = await handle(store, call.command, {
    decider: team,
    stream: `team-${teamId}`,
    command: async (): Promise<TeamCommand> => {
      const recruitment = await recruitmentFacts(store, recruitmentId);
      const itsTeam = recruitment?.teamId ?? null;
      const managesItsTeam = itsTeam !== null && isManager(await rosterOf(store, itsTeam), callerId);
      const applicants = await namedPeople(store, memberUuids);
      const who = { callerId, managesItsTeam, applicants };
      return { type: "AdmitApplicants", teamId, recruitmentId, recruitment, ...who };
    },
  });
  return awaitConsequences(handled);
}

/** Without duplicates, in the order of the request, up to the first who does not exist, which refuses all. */
export async function namedPeople(store: EventStore, uuids: readonly string[]): Promise<Named[]> {
  const named: Named[] = [];
  for (const memberId of new Set(uuids.map((uuid) => uuid.trim().toLowerCase()))) {
    const phase = isUuid(memberId) ? await memberPhaseOf(store, memberId) : "absent";
    const exists = phase === "signed-up" || phase === "complete";
    named.push({ memberId, exists });
    if (!exists) break;
  }
  return named;
}
