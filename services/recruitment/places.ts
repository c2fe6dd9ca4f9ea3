import type { EventStore } from "../event-store/event-store.ts";
import { handle } from "../platform/decider.ts";
import { lifeOf, outcomeOf, stepOf } from "../platform/lookups/held-place.ts";
import type { Abandon, RecruitmentsForTeams } from "../platform/lookups/recruitments.ts";
import { recruitmentFacts, streamOf, surroundingsOf } from "./facts.ts";
import { type RecruitmentCommand, recruitment } from "./recruitment.ts";

const nothing = () => ({ data: null });

/** Closes a recruitment that was promised to a team and never posted. */
export const abandonRecruitment =
  (store: EventStore): Abandon =>
  async (context, recruitmentId) => {
    const command: RecruitmentCommand = {
      type: "DropRecruitment",
      recruitmentId,
      because: "it-never-was",
      teamId: null,
    };
    const step = stepOf(context, `abandon recruitment ${recruitmentId}`);
    await handle(store, step, {
      decider: recruitment,
      stream: streamOf(recruitmentId),
      command,
      answer: nothing,
    });
  };

/** @param abandonTeam closes a team that was promised and never created. */
export const recruitmentsForTeams = (store: EventStore, abandonTeam: Abandon): RecruitmentsForTeams => ({
  recruitment: (recruitmentId) => recruitmentFacts(store, recruitmentId),
  async reserveTeam(context, { recruitmentId, teamId, callerId }) {
    const step = stepOf(context, `reserve team ${teamId} in recruitment ${recruitmentId}`);
    await handle(store, step, {
      decider: recruitment,
      stream: streamOf(recruitmentId),
      command: async (state): Promise<RecruitmentCommand> => {
        const held = state.reservedTeamId;
        const isTaken =
          held !== null &&
          held !== teamId &&
          (await outcomeOf(
            () => lifeOf(store, `team-${held}`, "TeamDeleted"),
            () => abandonTeam(context, held),
          )) === "there";
        return {
          type: "ReserveTeam",
          callerId,
          teamId,
          isTaken,
          ...(await surroundingsOf(store, state)),
        };
      },
      answer: nothing,
    });
  },
});
