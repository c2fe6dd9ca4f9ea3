import type { EventStore } from "../event-store/event-store.ts";
import { handle } from "../platform/decider.ts";
import { type Abandon, isReservationUsed, type Reserve, stepOf } from "../platform/reservation.ts";
import { rosterOf } from "../team/facts.ts";
import { byCaller, streamOf } from "./facts.ts";
import { type RecruitmentCommand, recruitment } from "./recruitment.ts";

/** Closes a recruitment that a team has reserved and that was never posted. */
export const abandonRecruitment =
  (store: EventStore): Abandon =>
  async (context, recruitmentId) => {
    await handle(store, stepOf(context, `abandon recruitment ${recruitmentId}`), {
      decider: recruitment,
      stream: streamOf(recruitmentId),
      command: { type: "DropRecruitment", recruitmentId, because: "never-posted", teamId: null },
    });
  };

/** @param abandonTeam closes a team that was reserved and never created. */
export const reserveTeam =
  (store: EventStore, abandonTeam: Abandon): Reserve =>
  async (context, { recruitmentId, teamId, callerId }) => {
    const step = stepOf(context, `reserve team ${teamId} in recruitment ${recruitmentId}`);
    await handle(store, step, {
      decider: recruitment,
      stream: streamOf(recruitmentId),
      command: async (state): Promise<RecruitmentCommand> => {
        const reserved = state.reservedTeamId;
        const isTaken =
          reserved !== null &&
          reserved !== teamId &&
          (await isReservationUsed(
            async () => (await rosterOf(store, reserved)).phase,
            () => abandonTeam(context, reserved),
          ));
        return { type: "ReserveTeam", teamId, isTaken, ...(await byCaller(store, callerId, state)) };
      },
    });
  };
