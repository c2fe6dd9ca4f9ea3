import { randomUUID } from "node:crypto";
import type { EventStore } from "../event-store/event-store.ts";
import { handle } from "../platform/decider.ts";
import { MemberForgotten } from "../platform/privacy/personal-data.ts";
import { inbox } from "./inbox.ts";
import { streamOf } from "./reactors.ts";

/** By the holder of a link of a digest, which is not known to be the member. */
export async function switchDigestOff(store: EventStore, memberId: string, now: Date): Promise<void> {
  const commandId = randomUUID();
  try {
    await handle(
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
          ...({ type: "ChangeSettings", memberId, ifMatch: undefined, kinds: [] } as const),
          ...{ quiet: undefined, digest: "off", hasMail: false },
        },
      },
    );
  } catch (error) {
    // They have withdrawn.
    if (!(error instanceof MemberForgotten)) throw error;
  }
}
