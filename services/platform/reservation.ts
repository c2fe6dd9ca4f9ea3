import { setTimeout as pause } from "node:timers/promises";
import { v5 as uuidv5 } from "uuid";
import type { CommandContext } from "./decider.ts";

/** A team and a recruitment that are created for each other, and the member who requests it. */
interface Pair {
  readonly teamId: number;
  readonly recruitmentId: number;
  readonly callerId: string;
}

/** Reserves one of the pair in the stream of the other. */
export type Reserve = (context: CommandContext, pair: Pair) => Promise<void>;

/** Closes a stream that was reserved and never begun. */
export type Abandon = (context: CommandContext, id: number) => Promise<void>;

const arrivalMs = 500;
const pollMs = 20;

/**
 * Whether the stream with a reservation exists. A stream that is just being written gets time to appear; after that it
 * is closed, so that it can never be written (docs/decisions/commands.md).
 */
export async function isReservationUsed(
  phaseOf: () => Promise<"absent" | "live" | "deleted">,
  close: () => Promise<unknown>,
): Promise<boolean> {
  const until = performance.now() + arrivalMs;
  for (;;) {
    const phase = await phaseOf();
    if (phase !== "absent") return phase === "live";
    if (performance.now() > until) await close();
    else await pause(pollMs);
  }
}

/** The context of a step that a command takes in another stream. The same command and target yield the same step. */
export const stepOf = (context: CommandContext, target: string): CommandContext => ({
  ...context,
  commandId: uuidv5(target, context.commandId),
  fingerprint: target,
  causationId: context.commandId,
  isStep: true,
  // A command that is decided again repeats its steps.
  isFresh: false,
});
