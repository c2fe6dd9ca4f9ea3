import { expect, it } from "vitest";
import type { RefusalCode } from "#contracts/errors";
import type { Decider } from "#services/platform/decider";

/** Given these events, the command yields the following events (none: no change) or the refusal. */
export type Rule<Command, Event> = readonly [
  title: string,
  given: readonly Event[],
  when: Command,
  then: readonly Event[] | RefusalCode,
];

/** One test for each rule of a decider. */
export const itDecides = <State, Command, Event>(
  decider: Decider<State, Command, Event>,
  rules: readonly Rule<Command, Event>[],
) =>
  it.each(rules)("%s", (_title, past, command, then) => {
    const decide = () => decider.decide(command, past.reduce(decider.evolve, decider.initial));
    if (typeof then === "string") expect(decide).toThrow(expect.objectContaining({ code: then }));
    else expect(decide()).toEqual(then);
  });
