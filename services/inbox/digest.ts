import { randomUUID } from "node:crypto";
import type { Checkpoint, EventStore } from "../event-store/event-store.ts";
import { handle } from "../platform/decider.ts";
import { MemberForgotten } from "../platform/privacy/personal-data.ts";
import { inbox } from "./inbox.ts";
import { streamOf } from "./reactors.ts";

/**
 * Switches the digest off for the holder of an unsubscribe link, who may not be the member: the actor is `system`.
 * Returns the checkpoint of the change; undefined for a withdrawn member.
 */
export async function switchDigestOff(
  store: EventStore,
  memberId: string,
  now: Date,
): Promise<Checkpoint | undefined> {
  const commandId = randomUUID();
  try {
    const { checkpoint } = await handle(
      store,
      {
        commandId,
        fingerprint: "",
        correlationId: commandId,
        causationId: commandId,
        actor: "system",
        now,
        isFresh: true,
      },
      {
        decider: inbox,
        stream: streamOf(memberId),
        reads: { personal: "closed" },
        command: {
          type: "ChangeSettings",
          memberId,
          ifMatch: undefined,
          kinds: [],
          quiet: undefined,
          digest: "off",
          hasMail: false,
        },
      },
    );
    return checkpoint;
  } catch (error) {
    if (!(error instanceof MemberForgotten)) throw error;
    return undefined;
  }
}
