import type pg from "pg";
import type { TeamEvent } from "#contracts/team/events";
import { createProgress } from "#projections/projector/progress";
import { reaching } from "#services/app/clocks";
import type { EventStore } from "#services/event-store/event-store";
import { listeningOn } from "#services/event-store/listening";
import type { Clock, DueItem } from "#services/platform/clock";
import { type Decider, handle } from "#services/platform/decider";

/** In each team, one more member joins 1, 2 and 3 minutes after the start of the epoch, by time alone. */
const seats = 3;
export const minuteMs = 60_000;
const memberOf = (seat: number) => `00000000-0000-4000-8000-${String(seat).padStart(12, "0")}`;

interface Seat extends DueItem {
  readonly teamId: number;
  readonly seat: number;
}

/** The seats that are taken. */
const decider: Decider<readonly string[], Seat, TeamEvent> = {
  initial: [],
  evolve: (taken, event) => (event.type === "MemberJoined" ? [...taken, event.data.memberId] : taken),
  decide({ teamId, seat }, taken) {
    const memberId = memberOf(seat);
    if (taken.includes(memberId)) return [];
    return [{ type: "MemberJoined", data: { teamId, memberId, invitationId: null, invitedBy: null } }];
  },
};

/** A clock like those of the product: a read model lists due items, and a decider checks them again. */
export const seatsClock = (store: EventStore, pool: pg.Pool): Clock<Seat> => ({
  name: "seats",
  waitsFor: ["team-directory"],
  async dueItems(now) {
    const { rows } = await pool.query<{ teamId: number; members: number }>(
      `SELECT team_id AS "teamId", member_count AS members FROM team_directory`,
    );
    return rows.flatMap(({ teamId, members }) =>
      Array.from({ length: seats }, (_, index) => index + 1)
        .filter((seat) => seat >= members && seat * minuteMs <= now.getTime())
        .map((seat) => ({
          name: `seat ${teamId} ${seat}`,
          owner: `team ${teamId}`,
          dueAt: new Date(seat * minuteMs),
          teamId,
          seat,
        }))
        // The clock sorts them.
        .reverse(),
    );
  },
  command: (item, context) =>
    handle(store, context, { decider, stream: `team-${item.teamId}`, command: item }),
});

/** What a clock needs to know about the read models of one process. */
export function reachingOn(store: EventStore, pool: pg.Pool) {
  const progress = createProgress({ store, pool, listening: listeningOn(pool), pollMs: 50 });
  const started = progress.start();
  const haveReached = reaching(store, pool, progress);
  return {
    async haveReached(...asked: Parameters<typeof haveReached>) {
      await started;
      return haveReached(...asked);
    },
    stop: progress.stop,
  };
}
