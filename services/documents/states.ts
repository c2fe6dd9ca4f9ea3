import type { PresentPerson } from "#contracts/documents/api";
import { positionOf } from "./positions.ts";
import type { Guest } from "./room-context.ts";
import type { RoomName } from "./room-name.ts";

/** What others in a room learn of somebody: who they are is said by the server, where they are by themselves. */
export const statesOf = (name: RoomName, person: PresentPerson): Guest["stateOf"] => {
  if (name.kind === "team") return () => ({ ...person });
  // Only its owner is there.
  if (name.kind === "draft") return () => ({});
  return (said) => ({
    anchorPos: positionOf(said["anchorPos"]),
    focusPos: positionOf(said["focusPos"]),
    focusing: said["focusing"] === true,
    color: /^#[0-9a-f]{6}$/i.test(String(said["color"])) ? said["color"] : "#666666",
    name: person.name,
    awarenessData: { uuid: person.uuid },
  });
};
