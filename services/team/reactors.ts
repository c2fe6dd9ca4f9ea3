import type { DomainEvent } from "#contracts/events";
import type { Checkpoint, RecordedEvent } from "../event-store/event-store.ts";
import { memberPhaseOf } from "../member/facts.ts";
import { handle } from "../platform/decider.ts";
import type { PictureOwner } from "../platform/platform.ts";
import { type Reactor, reactionTo } from "../platform/reactors/reactor.ts";
import { team } from "./team.ts";

interface TeamReactorDeps {
  /** Ids of the teams that a member was in at a position of the log. @throws while that is not reached yet */
  readonly teamsOf: (memberId: string, at: Checkpoint) => Promise<readonly number[]>;
  readonly forgetPictures: (owner: PictureOwner) => Promise<void>;
}

const name = "team-withdrawal";

/**
 * Ends the memberships of withdrawn members (spec/wire-contract.md §3.5). A member who was admitted to a team by a
 * command that had begun before the withdrawal is removed again.
 */
const teamWithdrawal = ({ teamsOf }: TeamReactorDeps): Reactor => ({
  name,
  to: ["MemberWithdrawn", "TeamCreated", "MemberJoined", "ApplicantsAdmitted"],
  async on(event, store) {
    const withdraw = (teamId: number, memberId: string) =>
      handle(store, reactionTo(event, name, `${teamId} ${memberId}`), {
        decider: team,
        stream: `team-${teamId}`,
        command: { type: "WithdrawFromTeam", teamId, callerId: memberId },
      });
    const fact = event as DomainEvent & RecordedEvent;
    if (fact.type === "MemberWithdrawn") {
      const { memberId } = fact.data;
      for (const teamId of await teamsOf(memberId, event.checkpoint)) await withdraw(teamId, memberId);
      return;
    }
    for (const memberId of newcomersOf(fact)) {
      if ((await memberPhaseOf(store, memberId)) === "withdrawn")
        await withdraw(Number(event.data["teamId"]), memberId);
    }
  },
});

function newcomersOf({ type, data }: DomainEvent): readonly string[] {
  if (type === "TeamCreated") return [data.creatorId];
  if (type === "MemberJoined") return [data.memberId];
  return type === "ApplicantsAdmitted" ? data.memberIds : [];
}

/** Icon and problems' pictures are deleted with the team. */
const picturesOfDeletedTeams = ({ forgetPictures }: TeamReactorDeps): Reactor => ({
  name: "team-pictures",
  to: ["TeamDeleted"],
  on: ({ data }) => forgetPictures(`team:${Number(data["teamId"])}`),
});

export const teamReactors = (deps: TeamReactorDeps): Reactor[] => [
  teamWithdrawal(deps),
  picturesOfDeletedTeams(deps),
];
