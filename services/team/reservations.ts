import type { EventStore } from "../event-store/event-store.ts";
import { handle } from "../platform/decider.ts";
import { type Abandon, isReservationUsed, type Reserve, stepOf } from "../platform/reservation.ts";
import { recruitmentPhaseOf } from "../recruitment/facts.ts";
import { isManager } from "./facts.ts";
import { type TeamCommand, team } from "./team.ts";

/** Closes a team that a recruitment has reserved and that was never created. */
export const abandonTeam =
  (store: EventStore): Abandon =>
  async (context, teamId) => {
    await handle(store, stepOf(context, `abandon team ${teamId}`), {
      decider: team,
      stream: `team-${teamId}`,
      command: { type: "AbandonTeam", teamId, callerId: context.actor } satisfies TeamCommand,
    });
  };

/** @param abandonRecruitment closes a recruitment that was reserved and never posted. */
export const reserveRecruitment =
  (store: EventStore, abandonRecruitment: Abandon): Reserve =>
  async (context, { teamId, recruitmentId, callerId }) => {
    await handle(store, stepOf(context, `reserve recruitment ${recruitmentId} in team ${teamId}`), {
      decider: team,
      stream: `team-${teamId}`,
      command: async ({ recruitmentId: reserved, roster }): Promise<TeamCommand> => {
        const isTaken =
          isManager(roster, callerId) &&
          reserved !== null &&
          reserved !== recruitmentId &&
          (await isReservationUsed(
            () => recruitmentPhaseOf(store, reserved),
            () => abandonRecruitment(context, reserved),
          ));
        return { type: "ReserveRecruitment", teamId, callerId, recruitmentId, isTaken };
      },
    });
  };
