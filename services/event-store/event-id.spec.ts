import { v5 } from "uuid";
import { expect, it } from "vitest";
import { eventId } from "./event-id.ts";

it("is uuidv5 of the command id and the index of the event", () => {
  for (const commandId of ["5d94d429-f5c0-4faa-8ff7-d278734f20c7", "FFFFFFFF-0000-4000-8000-00000000000A"])
    for (const index of [0, 7, 4321]) expect(eventId(commandId, index)).toBe(v5(String(index), commandId));
});
