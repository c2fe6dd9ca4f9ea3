import { setTimeout as pause } from "node:timers/promises";
import { v5 as uuidv5 } from "uuid";
import type { EventStore } from "../../event-store/event-store.ts";
import type { CommandContext } from "../decider.ts";

/** Whether a thing has come to be, and whether it is over. */
export type Life = "absent" | "there" | "gone";

/** @param end the type of event with which the thing ends. */
export async function lifeOf(store: EventStore, stream: string, end: string): Promise<Life> {
  const { events } = await store.read(stream, { personal: "closed", lastOf: ["RecruitmentEdited"] });
  if (events.length === 0) return "absent";
  return events.some(({ type }) => type === end) ? "gone" : "there";
}

const patienceMs = 500;
const lookAgainMs = 20;

/**
 * What became of the thing that a place is held for. One that is on its way gets a moment to arrive; after that its
 * stream is closed, so that it can never arrive (docs/decisions/commands.md).
 */
export async function outcomeOf(
  look: () => Promise<Life>,
  close: () => Promise<unknown>,
): Promise<"there" | "gone"> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const life = await look();
    if (life !== "absent") return life;
    if (performance.now() > until) await close();
    else await pause(lookAgainMs);
  }
}

/** The context of a step that a command takes in another stream. The same command and target make the same step. */
export const stepOf = (context: CommandContext, target: string): CommandContext => ({
  ...context,
  commandId: uuidv5(target, context.commandId),
  fingerprint: target,
  causationId: context.commandId,
  isStep: true,
  // A command that decides again repeats its steps.
  isFresh: false,
});
