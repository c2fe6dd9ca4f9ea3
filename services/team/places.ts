import type { EventStore } from "../event-store/event-store.ts";
import { handle } from "../platform/decider.ts";
import { lifeOf, outcomeOf, stepOf } from "../platform/lookups/held-place.ts";
import type { Abandon, TeamsForRecruitments } from "../platform/lookups/recruitments.ts";
import { isManager } from "../platform/lookups/roster.ts";
import { type TeamCommand, team } from "./team.ts";

/** Closes a team that was promised to a recruitment and never created. */
export const abandonTeam =
  (store: EventStore): Abandon =>
  async (context, teamId) => {
    await handle(store, stepOf(context, `abandon team ${teamId}`), {
      decider: team,
      stream: `team-${teamId}`,
      command: { type: "AbandonTeam", teamId, callerId: context.actor } satisfies TeamCommand,
      answer: () => ({ data: null }),
    });
  };

/** @param abandonRecruitment closes a recruitment that was promised and never posted. */
export const teamsForRecruitments = (
  store: EventStore,
  abandonRecruitment: Abandon,
): TeamsForRecruitments => ({
  async reserveRecruitment(context, { teamId, recruitmentId, callerId }) {
    await handle(store, stepOf(context, `reserve recruitment ${recruitmentId} in team ${teamId}`), {
      decider: team,
      stream: `team-${teamId}`,
      command: async ({ recruitmentId: held, roster }): Promise<TeamCommand> => {
        const mayAsk = isManager(roster, callerId);
        const isTaken =
          mayAsk &&
          held !== null &&
          held !== recruitmentId &&
          (await outcomeOf(
            () => lifeOf(store, `recruitment-${held}`, "RecruitmentDeleted"),
            () => abandonRecruitment(context, held),
          )) === "there";
        return { type: "ReserveRecruitment", teamId, callerId, recruitmentId, isTaken };
      },
      answer: () => ({ data: null }),
    });
  },
});
