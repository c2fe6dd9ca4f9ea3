import { expect } from "vitest";
import { type RefusalCode, Refused } from "#contracts/errors";
import type { Decider } from "#services/platform/decider";

/**
 * Speaks a decider's rules in the words given / when / then:
 * `given(team, created, joined).when(leave).then({ type: "MemberLeft", data: … })`.
 */
export function given<State, Command, Event>(decider: Decider<State, Command, Event>, ...past: Event[]) {
  const state = past.reduce(decider.evolve, decider.initial);
  return {
    state,
    when(command: Command) {
      const decide = () => decider.decide(command, state);
      return {
        then: (...events: Event[]) => expect(decide()).toEqual(events),
        thenNothing: () => expect(decide()).toEqual([]),
        thenRefused: (code: RefusalCode) => {
          expect(() => decide()).toThrow(Refused);
          try {
            decide();
          } catch (error) {
            expect((error as Refused).code).toBe(code);
          }
        },
      };
    },
  };
}
