import type { DomainEvent } from "#contracts/events";
import type { Decider } from "../../platform/decider.ts";
import { noRoster, type Roster } from "../../team/facts.ts";
import type { TeamState } from "../../team/team.ts";
import type { Fact } from "./facts.ts";

/** Who acts, and when. */
interface Acting {
  readonly actor: string;
  readonly at: Date;
}

export type Stage = ReturnType<typeof createStage>;

/**
 * Decides commands as `handle` does, on states kept in memory instead of streams: facts for a bulk load then obey every
 * rule without a round trip each.
 */
export function createStage() {
  const streams = new Map<string, { readonly state: unknown; readonly revision: number }>();

  return {
    /** @throws Refused */
    decide<State, Command, Event extends DomainEvent>(
      stream: string,
      decider: Decider<State, Command, Event>,
      command: Command,
      { actor, at }: Acting,
    ): Fact[] {
      const before = streams.get(stream) ?? { state: decider.initial, revision: -1 };
      const events = decider.decide(command, before.state as State);
      const state = events.reduce((folded, event) => decider.evolve(folded, event), before.state as State);
      streams.set(stream, { state, revision: before.revision + events.length });
      return events.map((event, index): Fact => {
        const revision = before.revision + 1 + index;
        return { stream, revision, event, actor, at };
      });
    },
    /** Frees the state of a stream that gets no further command. */
    leave: (stream: string) => void streams.delete(stream),
    rosterOf: (teamId: number): Roster =>
      (streams.get(`team-${teamId}`)?.state as TeamState | undefined)?.roster ?? noRoster,
  };
}
