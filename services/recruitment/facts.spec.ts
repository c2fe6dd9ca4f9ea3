import { expect, it } from "vitest";
import { memoryEventStore } from "#services/event-store/memory";
import { dotori } from "#tests/examples/people";
import { signedUp, withdrawn } from "#tests/examples/posts";
import { tell } from "#tests/support/recorded";
import type { EventStore } from "../event-store/event-store.ts";
import { expectPhaseOfWriter, rememberWriter } from "./facts.ts";

/** A store that says what it is asked for. */
function watched(store: EventStore): { store: EventStore; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    store: {
      ...store,
      read(stream, options) {
        asked.push(stream);
        return store.read(stream, options);
      },
    },
  };
}

it("asks at once for the writer of a recruitment it has met, and anew for another decision", async () => {
  const log = memoryEventStore();
  await tell(log, `member-${dotori}`, signedUp(dotori));
  const { store, asked } = watched(log);
  rememberWriter(5, dotori);
  const phaseOf = expectPhaseOfWriter(store, 5);
  expect(asked).toEqual([`member-${dotori}`]);
  expect(await phaseOf(dotori)).not.toBe("withdrawn");
  expect(asked).toHaveLength(1);
  await tell(log, `member-${dotori}`, withdrawn(dotori));
  expect(await phaseOf(dotori)).toBe("withdrawn");
});

it("asks for nobody when it has not met the recruitment", async () => {
  const { store, asked } = watched(memoryEventStore());
  const phaseOf = expectPhaseOfWriter(store, 6);
  expect(asked).toEqual([]);
  expect(await phaseOf(dotori)).toBe("absent");
});
